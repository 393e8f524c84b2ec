import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import {
  claimPartRefund,
  claimRefund,
  claimRelease,
  mayReceive,
} from '#server/payments/escrow/payment-claims.ts'
import { changePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { orderCopies } from '#server/uploads/prepare-file.ts'
import {
  lockPayment,
  lockProjectStatus,
  type PaymentRow,
  type WayOut,
} from '#server/payments/record/payment-store.ts'

/**
 * An operator's decision about held money (PAYMENTS, Refund; decision 0016): `refundCents` of the amount go back to the
 * card; of the rest the creator gets their share by the deal's terms, rounded half up. Returning all of it is a refund,
 * returning none a release.
 * settleByDecision(tx, { paymentId, refundCents, decidedBy, now }) → { payment, next }
 * runs inside the transaction that stores the decision and its reasons. It stores the decision on the payment, records
 * the event payment.decide by `decidedBy`, and orders the first movement; jobs and the clock do everything after that.
 * Both parties are notified when money has moved; announcing the decision and its reasons is the caller's job. From
 * then on neither party can release or return the money (payment.decided).
 */

/** What happens next: an ordered call, or 'waiting' until the creator can be paid. 'done': nothing is left. */
export type NextMovement = WayOut | 'waiting' | 'done'

/**
 * Decides about held money, see above. Idempotent. Throws payment.decision_range (not whole cents, below what already
 * went back or was agreed to, above the amount), 404, payment.not_held, payment.frozen while a bank disputes the
 * charge, payment.moving while money is moving, payment.decided when it was decided differently and none of it has
 * failed, and project.closed when there is no longer a project to pay for.
 */
export async function settleByDecision(
  tx: Tx,
  decision: { paymentId: string; refundCents: number; decidedBy: string | null; now: Date },
): Promise<{ payment: PaymentRow; next: NextMovement }> {
  const { paymentId, refundCents, decidedBy, now } = decision
  if (!Number.isSafeInteger(refundCents) || refundCents < 0)
    throw new AppError('payment.decision_range')
  const payment = foundOr404(await lockPayment(tx, paymentId))
  if (payment.decided_refund === refundCents && isCarriedOut(payment))
    return { payment, next: payment.moving ?? 'done' }
  if (payment.status !== 'held_in_escrow') throw new AppError('payment.not_held')
  const { amount, returned_part: returned, agreed_refund: agreed } = payment
  if (refundCents > amount || refundCents < Math.max(returned, agreed))
    throw new AppError('payment.decision_range')
  if (payment.disputed) throw new AppError('payment.frozen')
  if (payment.moving !== null) throw new AppError('payment.moving')
  if (payment.decided_refund !== null && payment.decided_refund !== refundCents)
    if (payment.attempt === payment.decided_attempt) throw new AppError('payment.decided')
  if (
    refundCents < payment.amount &&
    (await lockProjectStatus(tx, payment.project_id)) === 'cancelled'
  )
    throw new AppError('project.closed')
  const decided = await decide(tx, payment, refundCents, decidedBy)
  const next = await orderNext(tx, decided, now)
  return { payment: (await lockPayment(tx, paymentId)) ?? decided, next }
}

/** The decision is stored once; making the same decision again after a failure only reorders what failed. */
async function decide(
  tx: Tx,
  payment: PaymentRow,
  refundCents: number,
  decidedBy: string | null,
): Promise<PaymentRow> {
  if (payment.decided_refund === refundCents) return payment
  const decided = await changePayment(tx, payment.id, {
    status: 'held_in_escrow',
    set: sql`decided_refund = ${refundCents}, decided_attempt = attempt, came_back = null`,
    only: sql`moving is null and not disputed`,
  })
  if (decided === null) throw new AppError('payment.moving')
  await recordEvent(
    tx,
    paymentEvent(decided, 'decide', 'held_in_escrow', 'held_in_escrow', decidedBy),
  )
  await orderCopies(tx, decided.application_id)
  await refreshParties(tx, decided)
  return decided
}

/**
 * Orders what a decision still requires of held money: its return, the return of a part, or the release of the rest.
 * Returns 'waiting', with nothing changed, while the creator cannot be paid, a bank disputes the charge, or money is
 * moving.
 */
export async function orderNext(tx: Tx, payment: PaymentRow, now: Date): Promise<NextMovement> {
  const { decided_refund: decided, amount, returned_part: returned } = payment
  if (decided === null || payment.status !== 'held_in_escrow') return 'done'
  if (payment.disputed || payment.moving !== null) return 'waiting'
  if (decided === amount) {
    await claimRefund(tx, payment, null, now)
    return 'refund'
  }
  if (decided > returned) {
    await claimPartRefund(tx, payment, decided - returned, now)
    return 'part_refund'
  }
  if (!(await mayReceive(tx, payment.creator_id))) return 'waiting'
  await claimRelease(tx, payment, null, now)
  return 'release'
}

/** Whether a decision is being or has been carried out: then there is nothing to decide again. */
const isCarriedOut = ({ status, moving }: PaymentRow): boolean =>
  moving !== null || status !== 'held_in_escrow'
