import { APPEAL_MONTHS } from '#contract/reports.ts'
import type { Pool, Queryable } from '#server/db/pool.ts'
import { execute, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { FileRow } from './upload-store.ts'

/** The number of lost preparations that one round enqueues. */
const UNPREPARED_AT_ONCE = 1_000
/** The number of files that one transaction deletes. */
const BATCH = 100

/**
 * The condition that anything refers to a row of `files`. Only its uploader may show a picture (own-pictures.ts), so
 * only one person's rows need to be searched. A portfolio may contain any public file of its owner.
 */
const inUse = raw(`(case files.bucket
  when 'deliverable-files' then exists (select from deliverable_files where file_id = files.id)
  when 'proof-screenshots' then exists (select from deliverables where screenshot_id = files.id)
  when 'dispute-evidence' then files.statement_id is not null
  when 'message-files' then files.message_id is not null
  when 'product-images' then exists (
    select from projects, unnest(product_images) address
    where seller_id = files.owner_id and split_part(address, '#', 1) = '/storage/public/' || files.path)
  else exists (
    select from profiles where id = files.owner_id and (
      split_part(avatar_url, '#', 1) = '/storage/public/' || files.path
      or exists (select from unnest(portfolio_urls) address where position(files.path in address) > 0)))
    -- Taken off the profile by an operator, and given back if an appeal is right.
    or exists (select from sanctions where person_id = files.owner_id and taken is not null
      and position(files.path in picture) > 0)
  end)`)

/** A month longer than an appeal is accepted, so that one made at the last minute is still answered. */
const KEPT_FOR_APPEAL = raw(`interval '${APPEAL_MONTHS + 1} months'`)

/**
 * Forgets what operators removed from profiles once nothing can bring it back: the time to appeal is over, or the
 * appeal has been decided.
 */
export const forgetTaken = (db: Queryable, now: Date) =>
  execute(
    db,
    sql`update sanctions set taken = null where taken is not null and (appeal_status in ('upheld', 'reversed')
      or (appeal_status = 'none' and at < ${now}::timestamptz - ${KEPT_FOR_APPEAL}))`,
  )

/** Records since when files have been unused, and clears it for those that are in use (again). */
export async function markUnused(db: Queryable, now: Date): Promise<void> {
  await execute(
    db,
    sql`update files set unused_since = case when ${inUse} then null else ${now}::timestamptz end
      where (unused_since is null) <> ${inUse}`,
  )
}

/** A deleted file: what the store holds of it. */
export type GoneFile = Pick<FileRow, 'id' | 'path' | 'renditions'>

/**
 * Deletes one batch of rows that have been unused since before a moment; those of a delivery since before an earlier
 * one. Attaching a file locks its row, so such a row is skipped, and a later attempt to attach a deleted file finds
 * none. Use is checked again under the lock.
 */
export function forgetUnused(
  pool: Pool,
  before: Date,
  deliveriesBefore: Date,
): Promise<GoneFile[]> {
  return inTransaction(pool, async (tx) => {
    const held = await rows<{ id: string }>(
      tx,
      sql`select id from files where unused_since < ${before}
        and (bucket not in ('deliverable-files', 'proof-screenshots') or unused_since < ${deliveriesBefore})
        order by unused_since
        limit ${BATCH} for update skip locked`,
    )
    // A separate statement: it sees everything that was committed before the rows were locked.
    return rows<GoneFile>(
      tx,
      sql`delete from files where id = any(${held.map(({ id }) => id)}) and not ${inUse}
        returning id, path, renditions`,
    )
  })
}

/** Returns which of these ids are files of ours. */
export async function knownFiles(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const known = await rows<{ id: string }>(db, sql`select id from files where id = any(${ids})`)
  return new Set(known.map(({ id }) => id))
}

/**
 * Returns files that have not been prepared since before a moment (their job was lost, or they are older than that
 * job). Deliveries that wait for review come first: until they are prepared, their brand has nothing to look at. One
 * that fails again and again does not hold up others, as long as there are fewer of its kind than one round takes.
 */
export function unpreparedFiles(
  db: Queryable,
  before: Date,
): Promise<Pick<FileRow, 'id' | 'file_type'>[]> {
  return rows(
    db,
    sql`select id, file_type from files where prepared_at is null and created_at < ${before}
      order by (exists (select from deliverable_files join deliverables on deliverables.id = deliverable_id
          where deliverable_files.file_id = files.id and status = 'pending')) desc,
        created_at limit ${UNPREPARED_AT_ONCE}`,
  )
}
