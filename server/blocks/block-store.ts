import type { BlockedPerson } from '#contract/block-schemas.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** Returns a page of the people whom someone has blocked, newest first. */
export const blockedBy = (db: Queryable, blockerId: string, after: string | undefined) => {
  const { time, id } = listPlace('newest', after)
  return rows<BlockedPerson>(
    db,
    sql`select blocks.id, blocks.created_at, ${personCardOf('profiles')} as person
      from blocks join profiles on profiles.id = blocks.blocked_id
      where blocker_id = ${blockerId} and (blocks.created_at, blocks.id) < (${time}::timestamptz, ${id}::uuid)
      order by blocks.created_at desc, blocks.id desc limit ${listPage}`,
  )
}

/** Returns one person whom someone has blocked, or null. */
export const blockedPerson = (db: Queryable, blockerId: string, blockedId: string) =>
  maybeRow<{ person: PersonCard }>(
    db,
    sql`select ${personCardOf('profiles')} as person from blocks join profiles on profiles.id = blocks.blocked_id
      where blocker_id = ${blockerId} and blocked_id = ${blockedId}`,
  )

/**
 * Returns a person who has an account, locked against its deletion; also one who is currently banned. Null for anyone
 * else.
 */
export const lockPerson = (tx: Tx, id: string) =>
  maybeRow<{ id: string }>(
    tx,
    sql`select id from profiles where id = ${id} and shown_from is not null for key share`,
  )

export const countBlocked = (tx: Tx, blockerId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from blocks where blocker_id = ${blockerId}`,
  )

/** Returns the new block's id, or null if the block already exists. */
export const insertBlock = (tx: Tx, blockerId: string, blockedId: string, now: Date) =>
  maybeRow<{ id: string }>(
    tx,
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${now})
      on conflict on constraint blocks_once do nothing returning id`,
  )

/** Returns the removed block's id, or null if there was none. */
export const deleteBlock = (tx: Tx, blockerId: string, blockedId: string) =>
  maybeRow<{ id: string }>(
    tx,
    sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId} returning id`,
  )
