import { createHash, randomBytes } from 'node:crypto'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { lockOwners } from './user-store.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Whose sign-in a link is about, and when it happened. */
export interface DisownedSignIn {
  user_id: string
  created_at: string
}

/**
 * Creates a link that can end what this sign-in began, valid for a week. Returns its token, which is stored as a hash
 * only.
 */
export async function issueNotMeLink(tx: Queryable, userId: string, now: Date): Promise<string> {
  const token = randomBytes(16).toString('hex')
  const expiresAt = new Date(now.getTime() + AUTH_SECONDS.notMeLink * 1_000)
  await execute(
    tx,
    sql`insert into auth.not_me_links (token_hash, user_id, created_at, expires_at)
      values (${hashOf(token)}, ${userId}, ${now}, ${expiresAt})`,
  )
  return token
}

/** Returns whether a link still works. Changes nothing. */
export async function isLiveNotMeLink(db: Queryable, token: string, now: Date): Promise<boolean> {
  return (
    (await maybeRow(
      db,
      sql`select from auth.not_me_links where token_hash = ${hashOf(token)} and expires_at > ${now}`,
    )) !== null
  )
}

/** Consumes a link: the first caller gets its sign-in, all others null. Locks the account first. */
export async function takeNotMeLink(
  tx: Queryable,
  token: string,
  now: Date,
): Promise<DisownedSignIn | null> {
  await lockOwners(
    tx,
    sql`select user_id from auth.not_me_links where token_hash = ${hashOf(token)}`,
  )
  return maybeRow<DisownedSignIn>(
    tx,
    sql`delete from auth.not_me_links where token_hash = ${hashOf(token)} and expires_at > ${now}
      returning user_id, created_at`,
  )
}

/** Removes an account's links when the account is emptied. */
export async function deleteNotMeLinksOf(tx: Queryable, userId: string): Promise<void> {
  await execute(tx, sql`delete from auth.not_me_links where user_id = ${userId}`)
}
