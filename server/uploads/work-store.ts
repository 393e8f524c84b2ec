import { createHash } from 'node:crypto'
import { type DealMoney, markCode, markText, REVIEW_WAITS_MINUTES } from '#contract/originals.ts'
import { MARKED_COPIES } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import type { FileRow } from './upload-store.ts'

/** The facts that a delivery's copies depend on. */
export interface Work {
  /** The words that they are marked with: as it was handed in, or would be now. */
  mark: string
  /** Also null where it is not handed in yet. */
  money: DealMoney | null
}

interface WorkRow {
  seller: string
  creator: string
  version: number
  sha256: string | null
  money: DealMoney | null
}

/** Returns the facts of a file in deliverable-files; null without its project. */
export async function workOf(db: Queryable, file: Pick<FileRow, 'id'>): Promise<Work | null> {
  const row = await maybeRow<WorkRow>(
    db,
    sql`select coalesce(seller.company_name, seller.name) as seller, creator.name as creator,
        coalesce(deliverables.version, (select coalesce(max(version), 0) + 1 from deliverables others
          where others.project_id = files.project_id)) as version,
        files.sha256, ${dealMoneyColumn}
      from files join projects on projects.id = files.project_id
      join profiles seller on seller.id = projects.seller_id
      join profiles creator on creator.id = files.owner_id
      left join deliverable_files on deliverable_files.file_id = files.id
      left join deliverables on deliverables.id = deliverable_files.deliverable_id
      where files.id = ${file.id}`,
  )
  if (row === null) return null
  const code = markCode(row.sha256 ?? hashOf(file.id))
  return { mark: markText({ ...row, code }), money: row.money }
}

/** For files from the time before their bytes were hashed. */
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

/** The latest time at which the review of a delivery begins. */
const REVIEW_BEGINS_BY = raw(`deliverables.created_at + interval '${REVIEW_WAITS_MINUTES} minutes'`)

/** The time from which a delivery can be viewed, which starts its review. */
export const VIEWABLE_FROM = raw(`coalesce(deliverables.viewable_at, ${REVIEW_BEGINS_BY.text})`)

/** Returns the delivery that a file was handed in with; null before. */
export const deliveryOfFile = async (db: Queryable, fileId: string): Promise<string | null> =>
  (
    await maybeRow<{ deliverable_id: string }>(
      db,
      sql`select deliverable_id from deliverable_files where file_id = ${fileId}`,
    )
  )?.deliverable_id ?? null

/**
 * Begins the review of a delivery that can be viewed now, unless it has begun: each of its files has its marked copy or
 * cannot have one, and at least one copy exists. `open`: the brand may open the originals, so nothing is waited for.
 * Returns the number of reviews that began: 0 or 1.
 */
export async function beginReview(
  tx: Tx,
  id: string,
  { open }: { open: boolean },
  now: Date,
): Promise<number> {
  // Two files that become ready at once wait for each other here: the second sees what the first has recorded.
  await execute(tx, sql`select from deliverables where id = ${id} for no key update`)
  return execute(
    tx,
    sql`update deliverables set viewable_at = least(greatest(created_at, ${now}), ${REVIEW_BEGINS_BY})
      where id = ${id} and viewable_at is null and (${open} or (
        select bool_and(files.mark is not null or files.renditions && ${MARKED_COPIES}::text[])
          and bool_or(files.renditions && ${MARKED_COPIES}::text[])
        from deliverable_files join files on files.id = deliverable_files.file_id
        where deliverable_id = deliverables.id))`,
  )
}

/** Returns the files of a delivery in their order. */
export const filesOfDelivery = (
  tx: Queryable,
  id: string,
): Promise<Pick<FileRow, 'id' | 'file_type'>[]> =>
  rows(
    tx,
    sql`select files.id, files.file_type from deliverable_files join files on files.id = deliverable_files.file_id
      where deliverable_id = ${id} order by position`,
  )

/** Returns the files that were handed in for an application, found by its project. */
export const filesOfApplication = (
  tx: Tx,
  applicationId: string,
): Promise<Pick<FileRow, 'id' | 'file_type'>[]> =>
  rows(
    tx,
    sql`select files.id, files.file_type from applications
      join deliverables on deliverables.project_id = applications.project_id
        and deliverables.application_id = applications.id
      join deliverable_files on deliverable_files.deliverable_id = deliverables.id
      join files on files.id = deliverable_files.file_id
      where applications.id = ${applicationId} order by deliverables.version desc, position`,
  )
