import { SAVED_CREATORS } from '#contract/profiles.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import type { Tx } from '#server/db/transaction.ts'
import { shownAt } from './profile-store.ts'

/** Ids of the creators a brand has saved, newest first. */
export async function savedCreators(db: Queryable, sellerId: string): Promise<string[]> {
  const saved = await rows<{ creator_id: string }>(
    db,
    sql`select creator_id from saved_creators where seller_id = ${sellerId} and ${notApartFrom(raw('creator_id'), sellerId)}
      order by saved_at desc, creator_id limit ${raw(String(SAVED_CREATORS))}`,
  )
  return saved.map(({ creator_id: id }) => id)
}

/** A creator whose profile may be shown, locked against deletion; null for anyone else. */
export const lockShownCreator = (
  tx: Tx,
  id: string,
  { viewerId, now }: { viewerId: string; now: Date },
) =>
  maybeRow<{ id: string }>(
    tx,
    sql`select id from profiles where id = ${id} and role = 'creator' and ${shownAt} ${now}
      and ${notApartFrom(raw('profiles.id'), viewerId)} for key share`,
  )

/** The number of creators a brand has saved, not counting this one. */
export const countOtherSaved = (tx: Tx, sellerId: string, creatorId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from saved_creators
      where seller_id = ${sellerId} and creator_id <> ${creatorId}`,
  )

/** Saves a creator; a no-op for one that is already saved. */
export const insertSavedCreator = (tx: Tx, sellerId: string, creatorId: string, now: Date) =>
  execute(
    tx,
    sql`insert into saved_creators (seller_id, creator_id, saved_at) values (${sellerId}, ${creatorId}, ${now})
      on conflict do nothing`,
  )

/** Removes a creator from a brand's saved ones, if saved. */
export const forgetCreator = (db: Queryable, sellerId: string, creatorId: string) =>
  execute(
    db,
    sql`delete from saved_creators where seller_id = ${sellerId} and creator_id = ${creatorId}`,
  )
