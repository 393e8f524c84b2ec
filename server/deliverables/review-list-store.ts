import type { QueuedDeliverable } from '#contract/deliverable-schemas.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { ownMoneyBack } from '#server/payments/record/deal-money.ts'
import { deliverablePage, type DeliverableRow, deliverableSelect } from './deliverable-store.ts'

/** What waits for a seller's review: the list of it, and the queue of what can be answered now. */

/** Returns a page of the deliverables that wait for a seller, newest first; none whose payment went back. */
export const deliverablesToReview = (
  db: Queryable,
  sellerId: string,
  after: string | undefined,
) => {
  const { time, id } = listPlace('newest', after)
  return rows<DeliverableRow>(
    db,
    sql`${deliverableSelect} where deliverables.reviewer_id = ${sellerId} and deliverables.status = 'pending'
      and not ${ownMoneyBack} and (deliverables.created_at, deliverables.id) < (${time}::timestamptz, ${id}::uuid) ${deliverablePage}`,
  )
}

/**
 * Returns what waits for a seller's review and can be answered now, the earliest first; of one project that hires
 * several, or of all. A dispute takes precedence over the review, its decision replaces the review, and money that
 * went back ends it.
 */
export const reviewQueueOf = (db: Queryable, sellerId: string, listingId: string | null) =>
  rows<QueuedDeliverable>(
    db,
    sql`select deliverables.id, deliverables.project_id, projects.title as project_title, creator.name as creator_name,
        files.file_name, deliverables.created_at
      from deliverables join projects on projects.id = deliverables.project_id
      join profiles creator on creator.id = deliverables.creator_id join files on files.id = deliverables.file_id
      where deliverables.reviewer_id = ${sellerId} and deliverables.status = 'pending'
        and projects.status = 'in_progress' and (${listingId}::uuid is null or projects.listing_id = ${listingId}::uuid)
        and not exists (select from deal_disputes where deal_disputes.project_id = projects.id
          and deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided'))
        and not ${ownMoneyBack}
      order by deliverables.created_at, deliverables.id limit ${listPage}`,
  )
