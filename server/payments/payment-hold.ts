import { CURRENCY } from '#contract/money.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../db/transaction.ts'
import { recordEvent } from '../events/event-store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { CheckoutState } from '../providers/stripe/payment-provider.ts'
import { book, holdEntries } from './ledger.ts'
import { mailHeld } from './payment-mails.ts'
import {
  lockPayment,
  lockProjectStatus,
  markFailed,
  markHeld,
  paymentByCheckout,
  type PaymentRow,
} from './payment-store.ts'

/** A paid session that does not say what we asked for. Nothing moves; somebody must look. */
export class PaymentMismatch extends Error {
  override name = 'PaymentMismatch'
}

/**
 * Brings a payment in step with its checkout session as the provider tells it now. Only moves forward, so
 * late, repeated and reordered events end in the same state. `slowPaymentFailed`: the provider said that a
 * payment by bank will not arrive. Throws PaymentMismatch when amount or currency differ from what was asked.
 */
export async function applyCheckout(
  tx: Tx,
  deps: Deps,
  session: CheckoutState,
  slowPaymentFailed = false,
): Promise<void> {
  const known = await paymentByCheckout(tx, session.sessionId)
  const id = known?.id ?? session.metadata['payment_id']
  const payment = id === undefined ? null : await lockPayment(tx, id)
  if (payment === null) return
  if (session.paymentStatus === 'paid' && session.chargeId !== null)
    return hold(tx, deps, payment, session)
  if (session.status === 'expired' || slowPaymentFailed) return fail(tx, payment, session.sessionId)
}

async function hold(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  session: CheckoutState,
): Promise<void> {
  const chargeId = session.chargeId
  if (chargeId === null || payment.stripe_charge_id === chargeId) return
  if (session.amountCents !== payment.amount || session.currency !== CURRENCY) {
    throw new PaymentMismatch(
      `payment ${payment.id}: asked ${payment.amount} ${CURRENCY}, session ${session.sessionId} says ${session.amountCents} ${session.currency}`,
    )
  }
  // A project cancelled while its checkout page was open wants no money any more. Cancelling locks the
  // project too, so one of the two sees what the other did.
  const running = (await lockProjectStatus(tx, payment.project_id)) === 'in_progress'
  if (!running) await fail(tx, payment, session.sessionId)
  const held = !running
    ? null
    : await markHeld(tx, payment.id, {
        intentId: session.paymentIntentId,
        chargeId,
        method:
          session.card === undefined
            ? null
            : `${cardName(session.card.brand)} ending ${session.card.last4}`,
        now: deps.clock(),
      })
  if (held === null) {
    // Nothing waits for this money, or the deal is funded already: it goes straight back (PAYMENTS, Hold).
    const duplicate = { payment_id: payment.id, charge_id: chargeId, amount_cents: payment.amount }
    await enqueue(tx, 'payments.return_duplicate', duplicate, { key: `duplicate:${chargeId}` })
    return
  }
  await book(tx, {
    paymentId: held.id,
    kind: 'hold',
    reference: chargeId,
    entries: holdEntries(held.amount),
  })
  await recordEvent(tx, eventOf(held, 'hold', payment.status, 'held_in_escrow'))
  await tellParties(tx, held)
  await mailHeld(tx, deps, held)
}

async function fail(tx: Tx, payment: PaymentRow, sessionId: string): Promise<void> {
  const failed = await markFailed(tx, payment.id, sessionId)
  if (failed === null) return
  await recordEvent(tx, eventOf(failed, 'fail', 'pending', 'failed'))
  await tellParties(tx, failed)
}

/** Both parties' open pages fetch the payment, the project and the talk about it again. */
export async function tellParties(tx: Tx, payment: PaymentRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [payment.seller_id, payment.creator_id],
    topics: ['payments', 'projects', 'conversations', 'dashboard'],
    project_id: payment.project_id,
  })
}

/** A payment's event by the system: no person's click, a provider's word. */
export const eventOf = (
  payment: PaymentRow,
  move: string,
  from: string,
  to: string,
  actorId: string | null = null,
) => ({
  entity: 'payment' as const,
  entityId: payment.id,
  projectId: payment.project_id,
  actorId,
  move,
  from,
  to,
})

/** 'visa' → 'Visa', 'american_express' → 'American Express'. */
const cardName = (brand: string): string =>
  brand.replace(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase(),
  )
