import { type DealMoney, mayReadOriginal } from '#contract/originals.ts'
import { MARKED_RENDITIONS, type PrivateRendition } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import type { FileRow } from './upload-store.ts'

type Opened = Pick<FileRow, 'id' | 'bucket' | 'owner_id'>

const MARKED: ReadonlySet<string> = new Set(MARKED_RENDITIONS)

/**
 * Returns whether a genuine link still opens its file. Unmarked content of a delivery is checked once more against the
 * table (contract/originals.ts), because the money may have moved since the link was made.
 */
export async function mayOpen(
  db: Queryable,
  file: Opened,
  { rendition, readerId }: { rendition: PrivateRendition | null; readerId: string | null },
): Promise<boolean> {
  if (file.bucket !== 'deliverable-files') return true
  if (rendition !== null && MARKED.has(rendition)) return true
  if (readerId === null) return false
  if (readerId === file.owner_id) return mayReadOriginal('creator', null)
  const deal = await maybeRow<{ seller_id: string; disputed: boolean; money: DealMoney | null }>(
    db,
    sql`select projects.seller_id, ${dealMoneyColumn},
        exists (select from deal_disputes where deal_disputes.project_id = projects.id) as disputed
      from deliverable_files join deliverables on deliverables.id = deliverable_files.deliverable_id
        join projects on projects.id = deliverables.project_id
      where deliverable_files.file_id = ${file.id}`,
  )
  if (deal === null) return false
  if (readerId === deal.seller_id) return mayReadOriginal('brand', deal.money)
  // Only an operator who handles a dispute gets such a link too.
  return deal.disputed && mayReadOriginal('arbiter', deal.money)
}

/**
 * Records that someone other than its creator opened the original of a delivery: only the first time each day (UTC).
 */
export async function recordOpening(
  db: Queryable,
  file: Opened,
  readerId: string | null,
  now: Date,
): Promise<void> {
  if (file.bucket !== 'deliverable-files' || readerId === null || readerId === file.owner_id) return
  await execute(
    db,
    sql`insert into file_openings (file_id, reader_id, opened_on, opened_at)
      values (${file.id}, ${readerId}, (${now}::timestamptz at time zone 'UTC')::date, ${now})
      on conflict do nothing`,
  )
}
