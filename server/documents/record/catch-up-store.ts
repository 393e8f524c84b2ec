import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql, type Statement } from '#server/db/sql.ts'

/** Returns when the newest movement was written; null in an empty ledger. */
export const newestMovement = async (db: Queryable): Promise<string | null> =>
  (
    await maybeRow<{ at: string | null }>(
      db,
      sql`select max(created_at) as at from ledger_movements`,
    )
  )?.at ?? null

/** Returns the movement up to which everything was seen; null before the first run. */
export const seenThrough = async (db: Queryable): Promise<string | null> =>
  (
    await maybeRow<{ at: string }>(
      db,
      sql`select at from reconciled_through where what = 'documents'`,
    )
  )?.at ?? null

export const noteSeenThrough = (db: Queryable, at: string): Promise<number> =>
  execute(
    db,
    sql`insert into reconciled_through (what, at) values ('documents', ${at})
      on conflict (what) do update set at = greatest(reconciled_through.at, excluded.at)`,
  )

/**
 * Returns the payments whose money moved since then, with a day of overlap: a movement is stamped when its transaction
 * begins and becomes visible when it commits. Returns all payments if nothing was seen yet.
 */
export const movedSince = (since: string | null): Statement =>
  since === null
    ? sql`select id from payments where funded_at is not null`
    : sql`select payment_id from ledger_movements where created_at > ${since}::timestamptz - interval '1 day' and payment_id is not null`

/** Returns the payments for whose documents a job gave up. */
export const gaveUpOn = (): Statement =>
  sql`select split_part(jobs.key, ':', 2)::uuid from graphile_worker._private_jobs jobs
    where jobs.key like 'documents.issue:%' and jobs.attempts >= jobs.max_attempts`
