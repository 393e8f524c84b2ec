import type { OperatorDispute } from '#contract/dispute-schemas.ts'
import type { DisputeReason } from '#contract/dispute-reasons.ts'
import type { DealDisputeStatus, DisputeFilter } from '#contract/disputes.ts'
import { usdFromCents } from '#contract/money.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { maybeRow, raw, rows, sql, type Statement, unprepared } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { presentProposal } from '#server/operator/proposals/proposal-presenter.ts'
import { openProposalAbout } from '#server/operator/proposals/proposal-store.ts'
import { needsSecondPerson } from '#server/operator/proposals/propose.ts'
import { newestPage, pageLimit, cursorTime } from '#server/operator/acts/operator-pages.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { partsOf, presentDispute } from './dispute-presenter.ts'
import { type DisputeWithStatements, disputeWithStatements } from './dispute-store.ts'
import { disputedCents } from '#server/disputes/money/disputed-money.ts'

/** Disputes as an operator reads them: the list, and each dispute with everything a decision needs. */

interface ListRow {
  id: string
  project_id: string
  project_title: string
  status: DealDisputeStatus
  reason: DisputeReason
  amount: number
  seller: PersonCard
  creator: PersonCard
  answer_by: string
  created_at: string
}

const people = raw(
  `${personCardOf('seller').text} as seller, ${personCardOf('creator').text} as creator`,
)
const around = raw(`join payments on payments.id = deal_disputes.payment_id
  join projects on projects.id = deal_disputes.project_id
  join profiles seller on seller.id = payments.seller_id
  join profiles creator on creator.id = payments.creator_id`)

const filters: Record<DisputeFilter, string> = {
  awaiting_decision: `deal_disputes.status = 'awaiting_decision'`,
  awaiting_answer: `deal_disputes.status = 'awaiting_answer'`,
  ended: `deal_disputes.status in ('decided', 'withdrawn', 'closed')`,
}

/** The list's filters. */
interface DisputesSearch {
  state?: DisputeFilter | undefined
  after?: string | undefined
}

/** Returns a page of disputes, newest first, plus one row to tell whether there are more. */
export function disputesStatement({ state, after }: DisputesSearch): Statement {
  const { time, id } = cursorTime(after)
  return unprepared(sql`select deal_disputes.id, deal_disputes.project_id, projects.title as project_title,
        deal_disputes.status, deal_disputes.reason, ${disputedCents} as amount, deal_disputes.answer_by,
        deal_disputes.opened_at as created_at, ${people}
      from deal_disputes ${around}
      where (deal_disputes.opened_at, deal_disputes.id) < (${time}::timestamptz, ${id}::uuid)
        and ${raw(state === undefined ? 'true' : filters[state])}
      order by deal_disputes.opened_at desc, deal_disputes.id desc limit ${pageLimit}`)
}

/** Returns a page of disputes, newest first. */
export async function disputesPage(deps: Deps, search: DisputesSearch) {
  const found = await rows<ListRow>(deps.pool, disputesStatement(search))
  const { rows: page, next } = newestPage(found)
  return { rows: page.map((row) => ({ ...row, amount: usdFromCents(row.amount) })), next }
}

/** Returns one dispute with its people and its money. Throws 404 for an unknown id. */
export async function disputeOnDesk(
  { config, pool }: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<OperatorDispute> {
  const found = await maybeRow<
    DisputeWithStatements & {
      project_title: string
      seller: PersonCard
      creator: PersonCard
      moving: boolean
      bank_disputed: boolean
    }
  >(
    pool,
    sql`select ${disputeWithStatements}, projects.title as project_title, payments.moving is not null as moving,
        exists (select from payments frozen where frozen.project_id = deal_disputes.project_id
          and frozen.deal_dispute_id = deal_disputes.id and frozen.disputed) as bank_disputed, ${people}
      from deal_disputes ${around} where deal_disputes.id = ${id}`,
  )
  const dispute = foundOr404(found)
  const { project_title, payment_status, moving, bank_disputed, seller, creator } = dispute
  const parts = partsOf(dispute).map(usdFromCents)
  const beside = { project_title, payment_status, parts, moving, bank_disputed, seller, creator }
  const proposal = await openProposalAbout(pool, 'decide_dispute', id)
  return {
    ...presentDispute(config, dispute, now),
    ...beside,
    second_person: needsSecondPerson(config, dispute.amount),
    proposal: proposal && presentProposal(proposal, viewer.id),
  }
}
