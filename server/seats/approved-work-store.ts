import type { DealMoney } from '#contract/originals.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import type { FileRow } from '#server/uploads/upload-store.ts'
import type { LinkedWork } from './approved-work-link.ts'

/** A file of an approved delivery. */
export interface ApprovedFileRow extends Pick<
  FileRow,
  'id' | 'bucket' | 'owner_id' | 'path' | 'file_name' | 'file_type' | 'size'
> {
  creator_name: string
  /** When it was handed in. */
  handed_in_at: string
  /** Decides who may read its original. */
  money: DealMoney | null
}

/**
 * Returns every approved file of the deals of a brand's own project, creator by creator. Of two creators with the same
 * name, the one hired first comes first.
 */
export const approvedFilesOf = (db: Queryable, { listingId, sellerId }: LinkedWork) =>
  rows<ApprovedFileRow>(
    db,
    sql`select files.id, files.bucket, files.owner_id, files.path, files.file_name, files.file_type, files.size,
        creator.name as creator_name, deliverables.created_at as handed_in_at, ${dealMoneyColumn}
      from projects deals join deliverables on deliverables.project_id = deals.id and deliverables.status = 'approved'
        join deliverable_files on deliverable_files.deliverable_id = deliverables.id
        join files on files.id = deliverable_files.file_id
        join profiles creator on creator.id = deliverables.creator_id
      where deals.listing_id = ${listingId} and deals.seller_id = ${sellerId}
      order by creator.name, deals.created_at, deals.id, deliverables.version, deliverable_files.position`,
  )

/** Returns how many creators a brand's own project wants, and its title; null for anyone else. */
export const ownListing = (db: Queryable, { listingId, sellerId }: LinkedWork) =>
  maybeRow<{ wanted: number; title: string }>(
    db,
    sql`select seats as wanted, title from projects where id = ${listingId} and seller_id = ${sellerId}`,
  )
