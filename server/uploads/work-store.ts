import { createHash } from 'node:crypto'
import { type DealMoney, markCode, markText, REVIEW_WAITS_MINUTES } from '#contract/originals.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import type { FileRow } from './upload-store.ts'

/** What a delivery's copies depend on. */
export interface Work {
  /** What they are marked with: as it was handed in, or would be now. */
  mark: string
  /** Null as well where it is not handed in yet. */
  money: DealMoney | null
}

interface WorkRow {
  seller: string
  creator: string
  version: number
  sha256: string | null
  money: DealMoney | null
}

/** The facts of a file in deliverable-files; null without its project. */
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
      left join deliverables on deliverables.file_id = files.id
      where files.id = ${file.id}`,
  )
  if (row === null) return null
  const code = markCode(row.sha256 ?? hashOf(file.id))
  return { mark: markText({ ...row, code }), money: row.money }
}

/** For files from before their bytes were hashed. */
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

/** When the review of a delivery begins at the latest. */
const REVIEW_BEGINS_BY = raw(`deliverables.created_at + interval '${REVIEW_WAITS_MINUTES} minutes'`)

/** Since when a delivery can be looked at, as its review counts it. */
export const VIEWABLE_FROM = raw(`coalesce(deliverables.viewable_at, ${REVIEW_BEGINS_BY.text})`)

/** Begins the review of a handed-in file that can be looked at now, unless it has begun. */
export const beginReview = (tx: Queryable, fileId: string, now: Date): Promise<number> =>
  execute(
    tx,
    sql`update deliverables set viewable_at = least(greatest(created_at, ${now}), ${REVIEW_BEGINS_BY})
      where file_id = ${fileId} and viewable_at is null`,
  )

/** The files that were handed in for an application. */
export const filesOfApplication = (
  tx: Tx,
  applicationId: string,
): Promise<Pick<FileRow, 'id' | 'file_type'>[]> =>
  rows(
    tx,
    sql`select files.id, files.file_type from files join deliverables on deliverables.file_id = files.id
      where deliverables.application_id = ${applicationId} order by deliverables.version desc`,
  )
