import type { PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectTimeline } from '#contract/project-schemas.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { WAITING_LIMITS } from '#contract/waiting.ts'
import type { Queryable } from '#server/db/pool.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { reviewFromColumn } from '#server/deliverables/deliverable-store.ts'
import { type PaymentRow, paymentColumns } from '#server/payments/record/payment-store.ts'
import { turnedAwayColumn } from '#server/payments/record/turned-away-store.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import {
  addedMoney,
  applicationCounts,
  type ProjectSurroundings,
  projectTimeline,
} from '#server/projects/project-detail-store.ts'
import {
  orderOfProject,
  type ProjectRow,
  projectColumns,
  shownApplication,
} from '#server/projects/project-store.ts'

/** A project with everything that determines the state of its deal. `accepted_price` is integer cents. */
export interface ListedDealRow extends ProjectRow, ProjectTimeline {
  seller: PersonCard
  creator: PersonCard | null
  application_count: number
  to_answer: number
  accepted_price: number | null
  order_id: string | null
  order_fund_by: string | null
  added: ProjectSurroundings['added']
  /** The deal's own payment, then its extras that were held, as in `paymentsOfDeal`. */
  payments: PaymentRow[]
  deliverables: ListedDeal['deliverables']
  /** The open dispute between the two sides, or nothing. */
  disputes: (Omit<ListedDeal['disputes'][number], 'respondent'> & { respondent_id: string })[]
}

/**
 * How urgently a running deal waits for its brand, in the order of `WAITING_ACTS`; null when it waits for someone else.
 * Each part stops at its first row, and a plan can only look it up by the project. Reads projects.
 */
const urgency = raw(`(select case
    when (select true from deal_disputes where deal_disputes.project_id = projects.id
      and deal_disputes.status = 'awaiting_answer' and respondent_id = projects.seller_id limit 1) then 0
    when money.is_stopped then null
    when money.is_held and (select true from deliverables where deliverables.project_id = projects.id
      and deliverables.status = 'pending' limit 1) then 1
    when (select true from applications join amendments on amendments.application_id = applications.id
      and amendments.status = 'unpaid'
      where applications.project_id = projects.id and applications.status = 'accepted' limit 1) then 2
    when not coalesce(money.is_held or money.is_over, false) then 3
    when money.came_back or money.is_rest or (select true from deliverables where deliverables.project_id = projects.id
      and deliverables.status = 'approved' limit 1) then 4
  end
  from (select bool_or(status = 'held_in_escrow') as is_held, bool_or(came_back is not null) as came_back,
      bool_or(status = 'held_in_escrow') and bool_or(purpose = 'deal' and status = 'refunded') as is_rest,
      bool_or(purpose = 'deal' and (status in ('released', 'refunded') or (status = 'pending' and funding_by = 'card'))) as is_over,
      bool_and(deal_dispute_id is not null or coalesce(dispute_outcome in ('open', 'lost'), false)
        or coalesce(moving in ('release', 'refund', 'part_refund'), false) or decided_refund is not null)
        filter (where status = 'held_in_escrow') as is_stopped
    from payments where payments.project_id = projects.id and purpose <> 'extension') money)`)

/**
 * Returns the projects of a brand that wait for it, in one statement: running deals, the most urgent first, then
 * projects with applicants to answer, then drafts. What waits for someone else takes no place, however much there is.
 */
export const openDealsOf = (db: Queryable, sellerId: string) =>
  dealsAmong(
    db,
    sql`(select projects.* from projects cross join lateral (select ${urgency} as urgency) waits
        where seller_id = ${sellerId} and status = 'in_progress' and urgency is not null
        order by urgency, deadline, id limit ${WAITING_LIMITS.examined})
      union all (select * from projects where seller_id = ${sellerId} and status = 'active'
        and (select true from applications where applications.project_id = projects.id
          and applications.status = 'pending' and ${shownApplication} limit 1)
        order by deadline, id limit ${WAITING_LIMITS.shown})
      union all (select * from projects where seller_id = ${sellerId} and status = 'draft'
        and (select true from package_orders where package_orders.project_id = projects.id limit 1) is null
        order by deadline, id limit ${WAITING_LIMITS.shown})`,
  )

/** Returns the newest projects this creator was accepted for: a cancelled or completed one may still hold money. */
export const acceptedDealsOf = (db: Queryable, creatorId: string) =>
  dealsAmong(
    db,
    sql`select projects.* from applications mine join projects on projects.id = mine.project_id
      where mine.creator_id = ${creatorId} and mine.status = 'accepted'
        and (projects.status = 'in_progress' or exists (select from payments
          where payments.project_id = projects.id and payments.status = 'held_in_escrow' and payments.purpose <> 'extension'))
      order by mine.created_at desc, mine.id desc limit ${WAITING_LIMITS.examined}`,
  )

/**
 * Returns deals by their projects' ids, in one statement. The caller has checked that the viewer is a party to each.
 */
export async function dealsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, ListedDealRow>> {
  if (ids.length === 0) return new Map()
  const found = await dealsAmong(db, sql`select * from projects where id = any(${ids})`)
  return new Map(found.map((deal) => [deal.id, deal]))
}

const dealsAmong = (db: Queryable, mine: Statement) => rows<ListedDealRow>(db, listedDeals(mine))

/** The deals among the projects that a statement reads, to be run by itself or as part of another. */
export const listedDeals = (mine: Statement): Statement =>
  sql`select ${projectColumns}, timeline.*, ${personCardOf('seller')} as seller,
        case when creator.id is not null then ${personCardOf('creator')} end as creator,
        accepted.proposed_price as accepted_price,
        ${applicationCounts}, ${orderOfProject}, ${addedMoney},
        ${listInJson(
          sql`select ${paymentColumns}, ${turnedAwayColumn} from payments
            where payments.project_id = projects.id and (payments.purpose = 'deal'
              or (payments.purpose <> 'extension' and payments.funded_at is not null))
            order by payments.purpose <> 'deal', payments.created_at, payments.id`,
          'release_after',
          'funded_at',
          'released_at',
          'refunded_at',
          'created_at',
        )} as payments,
        ${listInJson(
          sql`select deliverables.status, deliverables.created_at, deliverables.reviewed_at,
              deliverables.superseded_at, ${reviewFromColumn}
            from deliverables where deliverables.project_id = projects.id
            order by deliverables.created_at desc, deliverables.version desc limit ${DELIVERABLES_EXAMINED}`,
          'created_at',
          'reviewed_at',
          'superseded_at',
          'review_from',
        )} as deliverables,
        ${listInJson(
          sql`select id, status, respondent_id, answer_by from deal_disputes
            where deal_disputes.project_id = projects.id
              and deal_disputes.status in ('awaiting_answer', 'awaiting_decision')`,
          'answer_by',
        )} as disputes
      from (${mine}) projects
      join profiles seller on seller.id = projects.seller_id
      left join applications accepted on accepted.project_id = projects.id and accepted.status = 'accepted'
      left join profiles creator on creator.id = accepted.creator_id
      cross join lateral (${projectTimeline}) timeline`

/** Our own limit: a project's page reads no more either. */
const DELIVERABLES_EXAMINED = 50
