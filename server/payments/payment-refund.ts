import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { recordEvent } from '../events/event-store.ts'
import { AppError, assertMay, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { RefundOutcome } from '../providers/stripe/payment-provider.ts'
import { book, refundEntries } from './ledger.ts'
import { idempotencyKey, intend, settle } from './money-ops.ts'
import { eventOf, tellParties } from './payment-hold.ts'
import { mailRefunded } from './payment-mails.ts'
import { mayRefund, maySeePayment } from './payment-policy.ts'
import { settledPayment } from './payment-settled.ts'
import {
  claimHeld,
  giveBackClaim,
  lockPayment,
  markRefunded,
  paymentById,
  type PaymentRow,
} from './payment-store.ts'

/**
 * The creator gives held money back to the seller's card (DECISIONS 10). Repeating it changes nothing.
 * Throws 404 for anybody but the creator, payment.not_held, payment.moving, payment.frozen.
 */
export async function refundPayment(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentRow> {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  assertMay(maySeePayment(viewer, payment) && mayRefund(viewer, payment))
  await inTransaction(deps.pool, async (tx) => {
    const locked = foundOr404(await lockPayment(tx, paymentId))
    if (locked.status === 'refunded' || locked.moving === 'refund') return
    if (locked.status !== 'held_in_escrow') throw new AppError('payment.not_held')
    if (locked.disputed) throw new AppError('payment.frozen')
    const claimed = await claimHeld(tx, paymentId, 'refund')
    if (claimed === null) throw new AppError('payment.moving')
    await intend(tx, {
      paymentId,
      kind: 'refund',
      attempt: claimed.attempt,
      params: { amount: claimed.amount, charge: claimed.stripe_charge_id ?? '' },
    })
    await recordEvent(
      tx,
      eventOf(claimed, 'order_refund', 'held_in_escrow', 'held_in_escrow', viewer.id),
    )
    await enqueue(
      tx,
      'payments.refund',
      { payment_id: paymentId },
      { queue: `payment:${paymentId}` },
    )
  })
  return settledPayment(deps.pool, paymentId)
}

/** The job: makes the refund and books it. Same key however often it runs; throws while the outcome is unknown. */
export async function makeRefund(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.pool, paymentId)
  if (payment === null || payment.status !== 'held_in_escrow' || payment.moving !== 'refund') return
  if (payment.stripe_charge_id === null)
    throw new Error(`payment ${payment.id} is refunding without a charge`)
  const key = idempotencyKey('refund', payment.id, payment.attempt)
  const outcome = await refundOnce(deps, payment.id, payment.stripe_charge_id, key)
  if (!outcome.ok && !outcome.definitive)
    throw new Error(`refund of ${payment.id}: ${outcome.reason}`)
  await inTransaction(deps.pool, (tx) =>
    outcome.ok
      ? bookRefund(tx, deps, payment, key, outcome.refundId)
      : undoClaim(tx, payment, key, outcome.reason),
  )
}

/**
 * Refunds a charge, or adopts the refund that stands already. An earlier call may have worked without our
 * learning of it; once its key is forgotten, asking again would be refused as if nothing had been returned,
 * and the money could leave a second time.
 */
async function refundOnce(
  deps: Deps,
  paymentId: string,
  chargeId: string,
  idempotencyKey: string,
): Promise<RefundOutcome> {
  const { refunds } = await deps.payments.recordsOf(`payment_${paymentId}`)
  const made = refunds.find((refund) => refund.chargeId === chargeId && refund.standing)
  if (made !== undefined) {
    return { ok: true, refundId: made.refundId, amountCents: made.amountCents, status: 'succeeded' }
  }
  return deps.payments.refund({ chargeId, idempotencyKey })
}

async function bookRefund(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  key: string,
  refundId: string,
): Promise<void> {
  const refunded = await markRefunded(tx, payment.id, refundId, deps.clock())
  if (refunded === null) return
  await settle(tx, key, { state: 'succeeded', providerId: refundId })
  await book(tx, {
    paymentId: payment.id,
    kind: 'refund',
    reference: refundId,
    entries: refundEntries(payment.amount),
  })
  await recordEvent(tx, eventOf(refunded, 'refund', 'held_in_escrow', 'refunded'))
  await tellParties(tx, refunded)
  await mailRefunded(tx, deps, refunded)
}

async function undoClaim(tx: Tx, payment: PaymentRow, key: string, failure: string): Promise<void> {
  await settle(tx, key, { state: 'failed', failure })
  await giveBackClaim(tx, payment.id, 'refund')
  await recordEvent(tx, eventOf(payment, 'refund_failed', 'held_in_escrow', 'held_in_escrow'))
  await tellParties(tx, payment)
}

/** A second payment for a funded deal goes back to its card; in and out are booked together, once. */
export async function returnDuplicate(
  deps: Deps,
  duplicate: { payment_id: string; charge_id: string; amount_cents: number },
): Promise<void> {
  const { payment_id, charge_id } = duplicate
  const key = `refund:${payment_id}:duplicate:${charge_id}`
  const outcome = await refundOnce(deps, payment_id, charge_id, key)
  if (!outcome.ok) throw new Error(`returning ${charge_id}: ${outcome.reason}`)
  await inTransaction(deps.pool, async (tx) => {
    const cents = duplicate.amount_cents
    const movement = { paymentId: duplicate.payment_id, kind: 'duplicate' as const }
    await book(tx, {
      ...movement,
      reference: duplicate.charge_id,
      entries: { provider_clearing: cents, refunds: -cents },
    })
    await book(tx, {
      ...movement,
      reference: outcome.refundId,
      entries: { refunds: cents, provider_clearing: -cents },
    })
  })
}
