import type { Deps } from '../deps.ts'
import { execute, maybeRow, sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { saveCard } from '../payment-methods/payment-method-service.ts'
import { refreshAccount } from '../payouts/payout-service.ts'
import type { CheckoutState, ProviderEvent } from '../providers/stripe/payment-provider.ts'
import { applyCheckout, applyPayment, tellParties } from './payment-hold.ts'
import type { PaymentRow } from './payment-store.ts'

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
  // A charge of a saved card has no page; its answer may be lost while this message arrives.
  const paid =
    event.kind === 'payment_succeeded'
      ? await deps.payments.retrievePayment(event.paymentIntentId)
      : null
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
    if (event.kind === 'dispute_changed' && event.chargeId !== null) {
      const frozen = await maybeRow<PaymentRow>(
        tx,
        sql`update payments set disputed = true where stripe_charge_id = ${event.chargeId} returning *`,
      )
      if (frozen !== null) await tellParties(tx, frozen)
    }
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
