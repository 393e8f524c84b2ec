import { sumOf } from '#contract/deal-split.ts'
import type { DecidedDispute } from '#contract/dispute-schemas.ts'
import { disputeMessages as say } from '#contract/dispute-words.ts'
import { centsFromUsd } from '#contract/money.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { lockWaitingDeliveries } from '#server/deliverables/deliverable-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { recordAct } from '#server/operator/acts/operator-acts.ts'
import {
  needsSecondPerson,
  propose,
  refuseWhileProposed,
} from '#server/operator/proposals/propose.ts'
import type { ProposalRow } from '#server/operator/proposals/proposal-store.ts'
import { settleDealByDecision } from '#server/payments/refund/deal-decision.ts'
import {
  agreedCents,
  lockPaymentsOfApplication,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { keepDecision, recordMove } from './dispute-moves.ts'
import { mayDecide } from './dispute-policy.ts'
import * as store from './dispute-store.ts'
import type { DealDisputeRow } from './dispute-store.ts'

/**
 * Decides a dispute for an operator. The decision, its reason, the end of the freeze and the order to move the money
 * are one transaction: from then on the money goes as decided, whatever gets in its way meanwhile (decision 0016). From
 * a configured amount on it is only proposed, and nothing moves before another operator confirms (decision 0108).
 * Idempotent. Throws 404, dispute.own, dispute.awaiting_answer, dispute.not_open, request.invalid for an invalid split,
 * whatever settleDealByDecision throws (payment.frozen while a bank disputes), and what propose throws.
 */
export function decideDispute(
  deps: Deps,
  viewer: Viewer,
  id: string,
  given: DecidedDispute,
  now: Date,
): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const desk = await lockDesk(tx, viewer, id)
    const { dispute, amount } = desk
    const decision = decisionOf(amount, given, viewer.id)
    if (isSame(dispute, decision)) return
    if (dispute.status === 'awaiting_answer') throw new AppError('dispute.awaiting_answer')
    if (needsSecondPerson(deps.config, amount)) {
      if (dispute.status !== 'awaiting_decision') throw new AppError('dispute.not_open')
      if (desk.frozen.some(({ disputed }) => disputed)) throw new AppError('payment.frozen')
      await propose(tx, deps.config, {
        act: 'decide_dispute',
        terms: { outcome: decision.outcome, returned_cents: decision.returnedCents },
        subject_id: id,
        cents: amount,
        why: decision.reason,
        viewer,
        sides: [dispute.seller_id, dispute.creator_id],
        projectId: dispute.project_id,
        now,
      })
      return
    }
    await refuseWhileProposed(tx, 'decide_dispute', id)
    await carryOut(tx, desk, decision, now)
  })
}

/**
 * Carries out a decision that another operator proposed, in the transaction of its confirmation. Returns false, with
 * nothing done, when it can no longer be carried out as proposed. Throws dispute.own for a side of the deal, and what
 * settleDealByDecision throws. The caller records the confirmation.
 */
export async function decideAsProposed(
  tx: Tx,
  proposal: Extract<ProposalRow, { act: 'decide_dispute' }>,
  confirmed: { viewer: Viewer; now: Date },
): Promise<{ projectId: string } | null> {
  const { viewer, now } = confirmed
  const desk = await lockDesk(tx, viewer, proposal.subject_id)
  const { dispute, frozen, amount } = desk
  const isAsProposed =
    dispute.status === 'awaiting_decision' &&
    amount === proposal.cents &&
    !frozen.some(({ disputed }) => disputed)
  if (!isAsProposed) return null
  const { outcome, returned_cents: returnedCents } = proposal.terms
  const decision = { outcome, returnedCents, reason: proposal.why, decidedBy: viewer.id }
  await carryOut(tx, desk, decision, now)
  return { projectId: dispute.project_id }
}

/** A dispute with the money that it freezes, all of it locked. */
interface Desk {
  dispute: DealDisputeRow
  frozen: PaymentRow[]
  /** The disputed amount in cents. */
  amount: number
}

async function lockDesk(tx: Tx, viewer: Viewer, id: string): Promise<Desk> {
  const seen = foundOr404(await store.disputeById(tx, id))
  if (!mayDecide(viewer, seen)) throw new AppError('dispute.own')
  // In the lock order of an approval: the delivery first, then the money.
  await lockWaitingDeliveries(tx, seen.project_id)
  const payments = await lockPaymentsOfApplication(tx, seen.application_id)
  const dispute = foundOr404(await store.lockDispute(tx, id))
  const frozen = payments.filter(({ deal_dispute_id: frozenBy }) => frozenBy === id)
  // The decision is about the money that is frozen now; once decided, the amount comes from the dispute.
  const amount = dispute.status === 'decided' ? dispute.amount : sumOf(frozen.map(agreedCents))
  return { dispute, frozen, amount }
}

/**
 * Stores the decision, ends the freeze, orders the release or refund and records the act, under the dispute's locks.
 */
async function carryOut(
  tx: Tx,
  { dispute, frozen }: Desk,
  decision: store.Decision,
  now: Date,
): Promise<void> {
  const { id, status: from } = dispute
  if (!(await keepDecision(tx, id, decision, now))) throw new AppError('dispute.not_open')
  await store.unfreeze(tx, dispute, now)
  await settleDealByDecision(tx, {
    payments: frozen,
    returnedCents: decision.returnedCents,
    decidedBy: decision.decidedBy,
    now,
  })
  await recordMove(tx, id, { move: 'decide', from, actorId: decision.decidedBy })
  await recordAct(tx, {
    actorId: decision.decidedBy,
    act: 'decide_dispute',
    subject: 'dispute',
    subjectId: id,
    subjectName: `a dispute: ${decision.outcome}`,
    reason: decision.reason.slice(0, OPERATOR_LIMITS.reason),
    projectId: dispute.project_id,
  })
}

function decisionOf(
  amount: number,
  { outcome, returned_amount = 0, reason }: DecidedDispute,
  decidedBy: string,
): store.Decision {
  const part = centsFromUsd(returned_amount)
  if (outcome === 'split' && (part <= 0 || part >= amount))
    throw new AppError('request.invalid', { fields: { returned_amount: say.splitAmount } })
  const returnedCents = { release: 0, refund: amount, split: part }[outcome]
  return { outcome, returnedCents, reason, decidedBy }
}

const isSame = (dispute: DealDisputeRow, decision: store.Decision): boolean =>
  dispute.status === 'decided' &&
  dispute.outcome === decision.outcome &&
  dispute.returned_cents === decision.returnedCents &&
  dispute.decision_reason === decision.reason &&
  dispute.decided_by === decision.decidedBy
