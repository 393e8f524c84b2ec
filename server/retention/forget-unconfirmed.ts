import type { Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { begunBefore } from './forget-past.ts'

/** Accounts per transaction. */
export const ACCOUNTS_AT_ONCE = 100

/**
 * Deletes one batch of accounts that were never confirmed or signed in to, each with its pending profile. That profile
 * was never visible, so no other row refers to it. Returns how many were deleted.
 */
export function forgetUnconfirmed(pool: Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const held = await rows<{ id: string }>(
      tx,
      sql`select id from auth.users where created_at <= ${begunBefore('unconfirmed_accounts', now)}
          and email_confirmed_at is null and last_sign_in_at is null and deleted_at is null
          and email is not null and not is_anonymous
          and not exists (select from auth.sessions where user_id = auth.users.id)
          and not exists (select from profiles where id = auth.users.id and shown_from is not null)
        limit ${ACCOUNTS_AT_ONCE} for update skip locked`,
    )
    const ids = held.map(({ id }) => id)
    await execute(tx, sql`delete from profiles where id = any(${ids}::uuid[])`)
    await execute(tx, sql`delete from auth.users where id = any(${ids}::uuid[])`)
    return ids.length
  })
}
