import type { Deps } from '../deps.ts'
import { execute, maybeRow, sql } from '../db/sql.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { saveCard } from '../payment-methods/payment-method-service.ts'
import { refreshAccount } from '../payouts/payout-service.ts'
import type { CheckoutState, ProviderEvent } from '../providers/stripe/payment-provider.ts'
import { noteDifference } from './money-differences.ts'
import { applyDispute } from './payment-dispute.ts'
import { applyCheckout, applyPayment } from './payment-hold.ts'

/**
 * The inbox of provider events (PAYMENTS rule 3). An event is stored once by its id together with the job
 * that applies it, and acknowledged; the job reads the object anew and only moves forward.
 */

/** Stores a verified event; a second delivery of the same one changes nothing. */
export async function receiveEvent(deps: Deps, event: ProviderEvent): Promise<void> {
  if (event.kind === 'ignored') return
  await inTransaction(deps.pool, async (tx) => {
    const stored = await execute(
      tx,
      sql`insert into webhook_events (event_id, type, payload)
        values (${event.id}, ${event.type}, ${JSON.stringify(event)}) on conflict (event_id) do nothing`,
    )
    if (stored === 1) await enqueue(tx, 'payments.event', { event_id: event.id })
  })
}

/** The job: applies a stored event once. Throws while the provider cannot be asked; the queue tries again. */
export async function applyEvent(deps: Deps, eventId: string): Promise<void> {
  const stored = await maybeRow<{ payload: ProviderEvent }>(
    deps.pool,
    sql`select payload from webhook_events where event_id = ${eventId} and applied_at is null`,
  )
  if (stored === null) return
  const event = stored.payload
  if (event.kind === 'payout_account_changed') await refreshAccount(deps, event.accountId)
  const session = await sessionOf(deps, event)
  const dispute =
    event.kind === 'dispute_changed' ? await deps.payments.retrieveDispute(event.disputeId) : null
  // A charge of a saved card has no page, and a dispute may arrive before the charge it is about.
  const intentId =
    event.kind === 'payment_succeeded' ? event.paymentIntentId : (dispute?.paymentIntentId ?? null)
  const paid = intentId === null ? null : await deps.payments.retrievePayment(intentId)
  await inTransaction(deps.pool, async (tx) => {
    const first = await execute(
      tx,
      sql`update webhook_events set applied_at = now() where event_id = ${eventId} and applied_at is null`,
    )
    if (first === 0) return
    if (session?.mode === 'payment')
      await applyCheckout(tx, deps, session, event.kind === 'checkout_payment_failed')
    if (paid !== null) await applyPayment(tx, deps, paid)
    if (session?.mode === 'setup') await saveCard(tx, session)
    if (dispute !== null) await applyDispute(tx, deps, dispute)
    await noteReversal(tx, event)
  })
}

/** Asked before the transaction: a slow provider must not hold rows locked. */
async function sessionOf(deps: Deps, event: ProviderEvent): Promise<CheckoutState | null> {
  switch (event.kind) {
    case 'checkout_completed':
    case 'checkout_paid_later':
    case 'checkout_payment_failed':
    case 'checkout_expired':
      return deps.payments.retrieveCheckout(event.sessionId)
    default:
      return null
  }
}

/** Money that came back after it had gone: no rule of ours expects it, so a person must look. */
async function noteReversal(tx: Tx, event: ProviderEvent): Promise<void> {
  if (event.kind === 'transfer_reversed') {
    await noteDifference(tx, {
      kind: 'missing_at_provider',
      paymentId: await paymentOf(tx, event.transferId),
      providerId: event.transferId,
      detail: `a transfer of ${event.amountCents} cents was taken back`,
    })
  }
  if (event.kind === 'refund_changed' && ['failed', 'canceled'].includes(event.status)) {
    await noteDifference(tx, {
      kind: 'missing_at_provider',
      paymentId: await paymentOf(tx, event.refundId),
      providerId: event.refundId,
      detail: `a refund of ${event.amountCents} cents did not arrive: it is ${event.status}`,
    })
  }
}

/** The payment a booked object belongs to. */
async function paymentOf(tx: Tx, reference: string): Promise<string | null> {
  const booked = await maybeRow<{ payment_id: string }>(
    tx,
    sql`select payment_id from ledger_movements where reference = ${reference} limit 1`,
  )
  return booked?.payment_id ?? null
}
