import type { Deps } from '#server/deps/deps.ts'
import { closeAmendments } from '#server/amendments/record/amendment-moves.ts'
import { sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { RefundOutcome } from '#server/providers/stripe/provider-objects.ts'
import { type KeyedRequest, requestKey } from '#server/providers/stripe/provider-request.ts'
import { refundRequest, transferGroupOf } from '#server/providers/stripe/requests.ts'
import { book, bookedOf, firstUnbooked, refundEntries } from '#server/payments/ledger/ledger.ts'
import { intended, type OpId, opOf, settle } from '#server/payments/ledger/money-ops.ts'
import { refundCameBack } from '#server/payments/came-back/payment-came-back.ts'
import { completePaidProject, stillHeld } from '#server/payments/escrow/deal-payments.ts'
import { claimRefund } from '#server/payments/escrow/payment-claims.ts'
import { orderNext } from './payment-decision.ts'
import { refuseFailed, STOPPED } from '#server/payments/escrow/payment-outcome.ts'
import { noLongerRefused, reportRefusedCall } from '#server/payments/ledger/provider-refusals.ts'
import { type LastLook, lastLook } from '#server/payments/escrow/payment-last-look.ts'
import { changePayment, giveBackClaim, movePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { mayRefund, maySeePayment, refuseDecided } from '#server/payments/record/payment-policy.ts'
import { settledPayment } from '#server/payments/record/payment-settled.ts'
import {
  heldCents,
  lockPaymentsWith,
  paymentById,
  type PaymentRow,
  type WayOut,
} from '#server/payments/record/payment-store.ts'
import { announceReturn } from './turned-away.ts'
import { settleExtensions } from '#server/licences/record/extension-moves.ts'
import { settleLicence } from '#server/licences/record/licence-moves.ts'
import { openReviews } from '#server/reputation/deal-review-opening.ts'

/**
 * Returns everything that is held for the deal to the seller's card, by the creator's click (decision P10). Idempotent.
 * Throws payment.return_refused when the provider definitively refused the refund, payment.frozen when a dispute
 * stopped it, 404 for anyone but the creator, payment.not_held, payment.moving, payment.frozen, payment.decided.
 */
export async function refundPayment(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentRow> {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  assertMay(maySeePayment(viewer, payment) && mayRefund(viewer, payment))
  const ordered = await inTransaction(deps.pool, async (tx) => {
    const all = await lockPaymentsWith(tx, payment)
    const locked = foundOr404(all.find(({ id }) => id === paymentId))
    if (locked.status === 'refunded' || locked.moving === 'refund') return locked
    if (locked.status !== 'held_in_escrow') throw new AppError('payment.not_held')
    for (const held of stillHeld(all, 'refund')) {
      refuseDecided(held)
      await claimRefund(tx, held, viewer.id, deps.clock())
    }
    return locked
  })
  const settled = await settledPayment(deps.pool, paymentId)
  await refuseFailed(deps, opOf('refund', ordered), 'payment.return_refused')
  return settled
}

/**
 * The job: makes the ordered refund, full or partial, and books it. It uses the same key however often it runs. Throws
 * while the outcome is unknown.
 */
export async function makeRefund(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.pool, paymentId)
  if (payment === null || payment.status !== 'held_in_escrow') return
  const way = payment.moving
  if (way === null || way === 'release') return
  const chargeId = payment.stripe_charge_id
  if (chargeId === null) throw new Error(`payment ${payment.id} is refunding without a charge`)
  const opId = opOf(way, payment)
  const op = await intended(deps.pool, opId)
  const look = await lastLook(deps, payment, op.key)
  const amountCents = centsOf(payment, way)
  const wanted = { paymentId: payment.id, chargeId, amountCents }
  // An existing refund is adopted first, so requesting one is safe however old the key is.
  const request = op.request ?? refundRequest({ chargeId, amountCents })
  const call = { request, idempotencyKey: op.key }
  const outcome = await refundOnce(deps, wanted, call, look)
  if (!outcome.ok)
    await reportRefusedCall(deps.pool, deps, { name: `${way}:${payment.id}`, paymentId }, outcome)
  if (!outcome.ok && !outcome.definitive)
    throw new Error(`refund of ${payment.id}: ${outcome.reason}`)
  await inTransaction(deps.pool, async (tx) => {
    if (!outcome.ok)
      return undoClaim(tx, payment, way, { opId, failure: outcome.reason, now: deps.clock() })
    if (way === 'refund') await bookRefund(tx, deps, payment, opId, outcome.refundId)
    else await bookPart(tx, deps, payment, way, { ...outcome, opId, cents: amountCents ?? 0 })
    if (outcome.cameBack === true) await refundCameBack(tx, deps, { ...outcome, chargeId })
  })
}

/** Everything that is held, or a part of it. */
type ReturnWay = Exclude<WayOut, 'release'>

/** The amount to name to the provider; if absent, everything: that is how full refunds were always requested. */
function centsOf(payment: PaymentRow, way: ReturnWay): number | undefined {
  if (way === 'part_refund') return (payment.decided_refund ?? 0) - payment.returned_part
  if (way === 'agreed_refund') return payment.agreed_refund - payment.returned_part
  return payment.returned_part > 0 ? heldCents(payment) : undefined
}

/** `cameBack`: the refund was made and failed before we learned of either. */
type Refunded = RefundOutcome & { cameBack?: true }

/**
 * Refunds a charge, or adopts the refund that already exists, even one that has failed since. An earlier call may have
 * succeeded without our learning of it; once its key is forgotten, asking again would be refused as if nothing had been
 * returned, and the money could leave a second time. A failure is trusted only if there is still no refund.
 */
async function refundOnce(
  deps: Deps,
  wanted: { paymentId: string; chargeId: string; amountCents: number | undefined },
  call: KeyedRequest,
  look: LastLook,
): Promise<Refunded> {
  const { paymentId, chargeId, amountCents } = wanted
  const made = async (): Promise<Refunded | null> => {
    const records = await deps.payments.recordsOf(transferGroupOf(paymentId))
    const refunds = records.refunds.filter(
      (refund) =>
        refund.chargeId === chargeId &&
        (amountCents === undefined || refund.amountCents === amountCents),
    )
    const parts = await bookedOf(deps.pool, paymentId, 'part_refund')
    const standing = refunds.find((refund) => refund.standing && !parts.has(refund.refundId))
    const failed = refunds.filter((refund) => !refund.standing)
    const found = standing ?? (await firstUnbooked(deps.pool, failed, ({ refundId }) => refundId))
    if (found === null) return null
    const { refundId } = found
    const adopted = {
      ok: true,
      refundId,
      amountCents: found.amountCents,
      status: 'succeeded',
    } as const
    return found.standing ? adopted : { ...adopted, cameBack: true }
  }
  const stopped: RefundOutcome = { ok: false, definitive: true, reason: STOPPED, code: null }
  if (look === 'stop') return stopped
  const before = await made()
  if (before !== null) return before
  if (look === 'look') return stopped
  const outcome = await deps.payments.refund(call)
  if (outcome.ok || (!outcome.definitive && outcome.kept !== true)) return outcome
  return (await made()) ?? { ...outcome, definitive: true }
}

async function bookRefund(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  opId: OpId,
  refundId: string,
): Promise<void> {
  const refunded = await movePayment(tx, {
    payment,
    move: 'refund',
    set: sql`moving = null, came_back = null, stripe_refund_id = ${refundId}, refunded_at = ${deps.clock()}`,
    only: sql`moving = 'refund'`,
    book: async (row) => {
      await settle(tx, opId, { state: 'succeeded', providerId: refundId }, deps.clock())
      await book(tx, {
        paymentId: row.id,
        kind: 'refund',
        reference: refundId,
        entries: refundEntries(heldCents(row)),
      })
    },
  })
  if (refunded === null) return
  // Nothing is left to agree on.
  if (refunded.purpose === 'deal') await closeAmendments(tx, refunded.project_id)
  // Other payments of the deal may have been released before.
  await completePaidProject(tx, refunded)
  await settleLicence(tx, refunded.application_id, deps.clock())
  await settleExtensions(tx, refunded.application_id)
  await openReviews(tx, refunded, 'refund', deps.clock())
  await refreshParties(tx, refunded)
}

/**
 * Phase B of a part: it is booked and announced, and the decision's next movement is ordered in the same transaction.
 * An agreed part leads to no further movement, and the next part needs an attempt of its own.
 */
async function bookPart(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  way: 'part_refund' | 'agreed_refund',
  part: { refundId: string; cameBack?: true; opId: OpId; cents: number },
): Promise<void> {
  const { refundId, cameBack, opId, cents } = part
  const returned = await changePayment(tx, payment.id, {
    status: 'held_in_escrow',
    set: sql`moving = null, returned_part = returned_part + ${cents},
      attempt = attempt + ${way === 'agreed_refund' ? 1 : 0}`,
    only: sql`moving = ${way}`,
  })
  if (returned === null) return
  await settle(tx, opId, { state: 'succeeded', providerId: refundId }, deps.clock())
  await book(tx, {
    paymentId: payment.id,
    kind: 'part_refund',
    reference: refundId,
    entries: refundEntries(cents),
  })
  await recordEvent(tx, paymentEvent(returned, way, 'held_in_escrow', 'held_in_escrow'))
  await refreshParties(tx, returned)
  if (cameBack !== true) await orderNext(tx, returned, deps.clock())
}

async function undoClaim(
  tx: Tx,
  payment: PaymentRow,
  way: ReturnWay,
  { opId, failure, now }: { opId: OpId; failure: string; now: Date },
): Promise<void> {
  await settle(tx, opId, { state: 'failed', failure }, now)
  await giveBackClaim(tx, payment.id, way)
  const move = `${way}_${failure === STOPPED ? 'stopped' : 'failed'}` as const
  await recordEvent(tx, paymentEvent(payment, move, 'held_in_escrow', 'held_in_escrow'))
  await refreshParties(tx, payment)
}

/**
 * Returns money that could not be held to its card; in and out are booked together, once, and both sides are notified.
 */
export async function returnDuplicate(
  deps: Deps,
  duplicate: { payment_id: string; charge_id: string; amount_cents: number },
): Promise<void> {
  const { payment_id, charge_id } = duplicate
  const wanted = { paymentId: payment_id, chargeId: charge_id, amountCents: undefined }
  const request = refundRequest({ chargeId: charge_id })
  const intent = `refund:${payment_id}:duplicate:${charge_id}`
  const ask = (call: KeyedRequest) => refundOnce(deps, wanted, call, 'send')
  const first = await ask({ request, idempotencyKey: requestKey(intent, request) })
  // Its failure is stored under the key for a day, and certainly nothing went back: requested once more under another
  // key.
  const again = !first.ok && first.kept === true
  const outcome = again
    ? await ask({ request, idempotencyKey: requestKey(`${intent}:2`, request) })
    : first
  if (!outcome.ok) {
    const asked = { name: `duplicate:${charge_id}`, paymentId: payment_id }
    await reportRefusedCall(deps.pool, deps, asked, outcome)
    throw new Error(`returning ${charge_id}: ${outcome.reason}`)
  }
  await inTransaction(deps.pool, async (tx) => {
    const cents = duplicate.amount_cents
    await noLongerRefused(tx, `duplicate:${charge_id}`)
    const movement = { paymentId: duplicate.payment_id, kind: 'duplicate' as const }
    const isNew = await book(tx, {
      ...movement,
      reference: duplicate.charge_id,
      entries: { provider_clearing: cents, refunds: -cents },
    })
    await book(tx, {
      ...movement,
      reference: outcome.refundId,
      entries: { refunds: cents, provider_clearing: -cents },
    })
    if (isNew) await announceReturn(tx, duplicate, deps.clock())
    if (outcome.cameBack === true)
      await refundCameBack(tx, deps, { ...outcome, chargeId: duplicate.charge_id })
  })
}
