import type { OpenedDispute, StatedSide } from '#contract/dispute-schemas.ts'
import { canMove } from '#contract/transitions.ts'
import { reasonsFor } from '#contract/dispute-reasons.ts'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { disputeMessages as say } from '#contract/dispute-words.ts'
import { dealDisputeTransitions } from '#contract/disputes.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { lockWaitingDeliveries } from '#server/deliverables/deliverable-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { stillHeld } from '#server/payments/escrow/deal-payments.ts'
import {
  lockPaymentsOfApplication,
  lockPaymentsWith,
  paymentById,
} from '#server/payments/record/payment-store.ts'
import { refuseDecided } from '#server/payments/record/payment-policy.ts'
import { assertPartOfDeal } from '#server/payments/payment-service.ts'
import {
  callSupport,
  endUndecided,
  passToDecision,
  raiseDispute,
  recordMove,
} from './dispute-moves.ts'
import { mayTakePart, sideOf } from './dispute-policy.ts'
import * as store from './dispute-store.ts'
import type { DealDisputeRow, DisputeWithStatements } from './dispute-store.ts'

/** Returns the disputes of a deal for its two sides, newest first; for anyone else the project does not exist. */
export async function disputesOfProject(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<DisputeWithStatements[]> {
  await assertPartOfDeal(deps, viewer, projectId)
  return store.disputesOf(deps.pool, projectId, viewer.id)
}

/** Returns a dispute for one of its two sides. */
export async function disputeFor(deps: Deps, viewer: Viewer, id: string): Promise<DealDisputeRow> {
  const dispute = foundOr404(await store.disputeById(deps.pool, id))
  assertMay(mayTakePart(viewer, dispute))
  return dispute
}

/**
 * Opens a dispute about all money that is held for a deal and freezes it, in one transaction under the payments' locks:
 * a concurrent release either came first, which is reported here, or finds the money frozen. A request with the same
 * words counts as a repeated click. Throws 404 for strangers, payment.not_held, payment.moving, payment.decided,
 * payment.frozen (by a bank), dispute.already_open, dispute.too_many.
 */
export function openDispute(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
  { reason, statement }: OpenedDispute,
  now: Date,
): Promise<DealDisputeRow> {
  return inTransaction(deps.pool, async (tx) => {
    const named = foundOr404(await paymentById(tx, paymentId))
    const payments = await lockPaymentsWith(tx, named)
    const payment = foundOr404(payments.find(({ id }) => id === paymentId))
    const side = sideOf(payment, viewer.id)
    if (side === null) throw new AppError('request.not_found')
    if (!reasonsFor(side).includes(reason))
      throw new AppError('request.invalid', { fields: { reason: say.reasonRequired } })
    if (payment.deal_dispute_id !== null) {
      const open = foundOr404(await store.disputeById(tx, payment.deal_dispute_id))
      const [first] = await store.statementsOf(tx, open.id)
      const repeated =
        open.opened_by === viewer.id && open.reason === reason && first?.content === statement
      if (repeated) return open
      throw new AppError('dispute.already_open')
    }
    if (payment.status !== 'held_in_escrow') throw new AppError('payment.not_held')
    // A licence extension has no money held for work that could be disputed.
    if (payment.purpose === 'extension') throw new AppError('payment.not_held')
    // The dispute is about everything held for the deal; the deal's own payment stands for all of it (decision 0073).
    const held = stillHeld(payments)
    if (held.some(({ moving }) => moving !== null)) throw new AppError('payment.moving')
    for (const one of held) refuseDecided(one)
    if (held.some(({ disputed }) => disputed)) throw new AppError('payment.frozen')
    const [subject = payment] = held
    if ((await store.openedBy(tx, subject.id, viewer.id)) >= DISPUTE_LIMITS.opened_per_side)
      throw new AppError('dispute.too_many')
    const respondentId = side === 'seller' ? payment.creator_id : payment.seller_id
    const opening = { openedBy: viewer.id, respondentId, reason, statement, deliverableId: null }
    return raiseDispute(tx, { payment: subject, held }, opening, now)
  })
}

/**
 * Adds a statement of one side, with its files. The first statement of the side a dispute waits for is the answer. The
 * same words with the same files are a no-op. Throws 404 for strangers, dispute.not_open, dispute.enough_said,
 * upload.not_yours for a file that is not their own evidence in this deal or was already shown.
 */
export function stateSide(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { statement, file_ids = [] }: StatedSide,
  now: Date,
): Promise<DealDisputeRow> {
  return inTransaction(deps.pool, async (tx) => {
    const dispute = await lockFor(tx, viewer, id)
    const own = (await store.statementsOf(tx, id)).filter((one) => one.author_id === viewer.id)
    const files = [...new Set(file_ids)]
    const last = own.at(-1)
    const shown = new Set(last?.files.map((file) => file.id))
    if (last?.content === statement && files.every((one) => shown.has(one))) return dispute
    assertOpen(dispute)
    if (own.length >= DISPUTE_LIMITS.statements_per_side) throw new AppError('dispute.enough_said')
    const draft = { disputeId: id, authorId: viewer.id, content: statement }
    const { id: statementId } = await store.insertStatement(tx, draft, now)
    const to = { statementId, authorId: viewer.id, projectId: dispute.project_id }
    if ((await store.attachFiles(tx, files, to)) < files.length)
      throw new AppError('upload.not_yours', { fields: { file_ids: uploadMessages.failed } })
    const answers = dispute.respondent_id === viewer.id && (await passToDecision(tx, id, now))
    const move = answers ? 'answer' : 'add_statement'
    const stated = await recordMove(tx, id, { move, from: dispute.status, actorId: viewer.id })
    if (answers) await callSupport(tx, deps, stated)
    return stated
  })
}

/**
 * Withdraws a dispute for the side that opened it. Throws 404 for strangers, dispute.not_open,
 * dispute.not_yours_to_withdraw.
 */
export function withdrawDispute(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<DealDisputeRow> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = foundOr404(await store.disputeById(tx, id))
    assertMay(mayTakePart(viewer, seen))
    // In the lock order of an approval: the delivery first, then the money.
    await lockWaitingDeliveries(tx, seen.project_id)
    await lockPaymentsOfApplication(tx, seen.application_id)
    const dispute = await lockFor(tx, viewer, id)
    if (dispute.opened_by !== viewer.id) throw new AppError('dispute.not_yours_to_withdraw')
    if (dispute.status === 'withdrawn') return dispute
    assertOpen(dispute)
    await endUndecided(tx, id, 'withdraw', now)
    await store.unfreeze(tx, dispute, now)
    return recordMove(tx, id, { move: 'withdraw', from: dispute.status, actorId: viewer.id })
  })
}

async function lockFor(tx: Tx, viewer: Viewer, id: string): Promise<DealDisputeRow> {
  const dispute = foundOr404(await store.lockDispute(tx, id))
  assertMay(mayTakePart(viewer, dispute))
  return dispute
}

/** Any open dispute may be withdrawn: the moves 'opener' and 'answer' start from the same states. */
function assertOpen({ status }: DealDisputeRow): void {
  if (!canMove(dealDisputeTransitions, 'withdraw', status)) throw new AppError('dispute.not_open')
}
