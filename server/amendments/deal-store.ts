import { agreedRounds } from '#contract/rounds.ts'
import type { AmendmentSide } from '#contract/amendments.ts'
import type { FeeTerms } from '#contract/money.ts'
import { type Brief, BRIEF_LIMITS } from '#contract/briefs.ts'
import type { ProjectBrief } from '#contract/brief-schemas.ts'
import { briefOfProject } from '#server/briefs/brief-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import {
  extrasOf,
  lockPaymentsOfApplication,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { shownAt } from '#server/profiles/profile-store.ts'
import { roundFacts } from '#server/projects/project-detail-store.ts'
import { lockProject, type ProjectRow } from '#server/projects/project-store.ts'
import { type AmendmentRow, amendmentsOf } from '#server/amendments/record/amendment-store.ts'
import {
  type DealStanding,
  sideOf,
  type StandingExtra,
  type StandingMoney,
} from './amendment-policy.ts'

/** The two people of an accepted application. */
interface DealPeople {
  application_id: string
  project_id: string
  seller_id: string
  creator_id: string
}

/** The state of a deal, in one row. */
interface StandingColumns {
  project_status: ProjectRow['status']
  payment: StandingMoney | null
  extras: StandingExtra[]
}

/** A running or finished deal, as one of its two people sees it. */
export interface Deal {
  side: AmendmentSide
  people: DealPeople
  project: ProjectRow
  payment: PaymentRow | null
  /** The extras that were held, oldest first. */
  extras: PaymentRow[]
}

/**
 * What both sides currently agree on. Its brief states the agreed rounds, wherever those were agreed, up to the maximum
 * that a brief can state.
 */
export interface DealTerms {
  deliver_by: string
  /** Integer cents. */
  price: number
  /** Cents of the extras that were held, oldest first. They are part of the price. */
  extras: number[]
  fee_terms: FeeTerms
  /** The agreed rounds of revision. */
  rounds: number
  brief: Brief | null
  brief_version: number | null
  amendments: AmendmentRow[]
}

/** Returns the two people of a project's deal, or null when no one was hired. */
export const dealPeople = (db: Queryable, projectId: string) =>
  maybeRow<DealPeople>(
    db,
    sql`select applications.id as application_id, project_id, seller_id, creator_id
      from applications join projects on projects.id = project_id
      where project_id = ${projectId} and applications.status = 'accepted'`,
  )

/** The state of a deal's money, in a statement about projects. */
const standingMoney =
  raw(`(select json_build_object('status', payments.status, 'moving', moving, 'decided_refund', decided_refund,
    'disputed', disputed, 'deal_dispute_id', deal_dispute_id, 'came_back', came_back, 'amount', amount,
    'agreed_refund', agreed_refund, 'returned_part', returned_part)
  from payments where payments.project_id = projects.id and purpose = 'deal'
  order by created_at desc limit 1) as payment,
  array_to_json(array(select json_build_object('amount', amount, 'status', status, 'moving', moving, 'disputed', disputed,
    'deal_dispute_id', deal_dispute_id, 'dispute_outcome', dispute_outcome)
  from payments where payments.application_id = applications.id and purpose = 'extra' and funded_at is not null
  order by created_at, id)) as extras`)

/** Returns the state of an application's deal and of its money, without a lock. */
export async function standingOf(db: Queryable, applicationId: string): Promise<DealStanding> {
  const {
    project_status: status,
    payment,
    extras,
  } = foundOr404(
    await maybeRow<StandingColumns>(
      db,
      sql`select projects.status as project_status, ${standingMoney}
        from applications join projects on projects.id = applications.project_id
        where applications.id = ${applicationId}`,
    ),
  )
  return { project: { status }, payment, extras }
}

/** Returns whose deal a project is, for one of its two sides. 404 for anyone else, and when no one was hired. */
async function dealSide(
  db: Queryable,
  viewer: Viewer,
  projectId: string,
): Promise<{ side: AmendmentSide; people: DealPeople }> {
  const people = foundOr404(await dealPeople(db, projectId))
  return { people, side: foundOr404(sideOf(viewer, people)) }
}

/**
 * Returns whose deal a project is, the state of the deal and its money, and whether the viewer's other side is there,
 * without a lock. 404 as in `dealSide`: no one else gets a result, so no further check of who may see the project is
 * needed.
 */
export async function readDeal(
  db: Queryable,
  viewer: Viewer,
  projectId: string,
  now: Date,
): Promise<DealStanding & { people: DealPeople; isOtherHere: boolean }> {
  const { project_status, payment, extras, other_here, ...people } = foundOr404(
    await maybeRow<DealPeople & StandingColumns & { other_here: boolean }>(
      db,
      sql`select applications.id as application_id, applications.project_id, projects.seller_id,
            applications.creator_id, projects.status as project_status,
            exists (select from profiles where ${shownAt} ${now} and profiles.id =
              case projects.seller_id when ${viewer.id} then applications.creator_id else projects.seller_id end) as other_here,
            ${standingMoney}
          from applications
          join projects on projects.id = applications.project_id
          where applications.project_id = ${projectId} and applications.status = 'accepted'`,
    ),
  )
  foundOr404(sideOf(viewer, people))
  return { people, project: { status: project_status }, payment, extras, isOtherHere: other_here }
}

/**
 * Locks a deal until the transaction ends, in the order that money moves: the application first, as funding does, then
 * its payments, as every outgoing movement does, then its project. The application's key is not locked: a release that
 * opens reviews refers to the application while it holds the payment. 404 for strangers, who therefore block no one.
 */
export async function lockDeal(tx: Tx, viewer: Viewer, projectId: string): Promise<Deal> {
  const { people, side } = await dealSide(tx, viewer, projectId)
  foundOr404(
    await maybeRow(
      tx,
      sql`select id from applications where id = ${people.application_id} and status = 'accepted' for no key update`,
    ),
  )
  const payments = await lockPaymentsOfApplication(tx, people.application_id)
  const project = foundOr404(await lockProject(tx, projectId))
  const payment = payments.find(({ purpose }) => purpose === 'deal') ?? null
  return { side, people, project, payment, extras: extrasOf(payments) }
}

/** A brief that states the agreed rounds, as far as it can. */
export const withRounds = (brief: Brief | null, rounds: number): Brief | null =>
  brief && { ...brief, rounds: Math.min(rounds, BRIEF_LIMITS.rounds) }

/** Returns what a deal agrees on, and everything that was proposed about it. */
export async function dealTerms(
  db: Queryable,
  { application_id: applicationId, project_id: projectId }: DealPeople,
): Promise<DealTerms> {
  const { deadline, price, extras, fee_terms, amendments, offered_rounds, brief } = foundOr404(
    await maybeRow<{
      deadline: string
      price: number
      extras: number[]
      fee_terms: FeeTerms
      amendments: AmendmentRow[]
      offered_rounds: number | null
      brief: ProjectBrief | null
    }>(
      db,
      sql`select projects.deadline, accepted.proposed_price as price,
          array_to_json(array(select amount from payments where payments.application_id = ${applicationId} and purpose = 'extra'
            and funded_at is not null order by created_at, id)) as extras,
          (select json_build_object('creator_bps', creator_bps, 'minimum_fee_cents', minimum_fee)
            from fee_terms where fee_terms.id = accepted.fee_terms_id) as fee_terms,
          ${listInJson(amendmentsOf(applicationId), 'expires_at', 'created_at', 'answered_at', 'pay_by')} as amendments,
          ${roundFacts}, ${briefOfProject} as brief
        from projects join applications accepted on accepted.id = ${applicationId}
        where projects.id = ${projectId}`,
    ),
  )
  const rounds = agreedRounds(offered_rounds, brief?.brief.rounds ?? null)
  return {
    deliver_by: deadline,
    price,
    extras,
    fee_terms,
    rounds,
    brief: withRounds(brief?.brief ?? null, rounds),
    brief_version: brief?.version ?? null,
    amendments,
  }
}
