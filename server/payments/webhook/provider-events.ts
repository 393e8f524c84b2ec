import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { saveCard } from '#server/payment-methods/payment-method-service.ts'
import { notePayout, readPayout } from '#server/payouts/payout-arrivals.ts'
import { refreshAccount } from '#server/payouts/payout-service.ts'
import type { CheckoutState } from '#server/providers/stripe/provider-objects.ts'
import type { ProviderEvent } from '#server/providers/stripe/provider-news.ts'
import { isForeign, paymentIdOfGroup } from '#server/payments/ledger/event-owner.ts'
import { refundCameBack } from '#server/payments/came-back/payment-came-back.ts'
import { transferCameBack } from '#server/payments/came-back/transfer-came-back.ts'
import { applyDispute } from '#server/payments/dispute/payment-dispute.ts'
import { applyCheckout, applyPayment } from '#server/payments/fund/payment-hold.ts'

/**
 * The inbox of provider events (PAYMENTS rule 3). An event is stored once by its id, together with the job that applies
 * it, and acknowledged; the job rereads the object and only moves forward.
 */

/** Stores a verified event; a second delivery of it is a no-op. */
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

/** The job: applies a stored event once. Throws while the provider is unreachable; the queue retries. */
export async function applyEvent(deps: Deps, eventId: string): Promise<void> {
  const stored = await maybeRow<{ payload: ProviderEvent }>(
    deps.pool,
    sql`select payload from webhook_events where event_id = ${eventId} and applied_at is null`,
  )
  if (stored === null) return
  const event = stored.payload
  if (await isForeign(deps, event)) return ignore(deps, eventId)
  if (event.kind === 'payout_account_changed') await refreshAccount(deps, event.accountId)
  const session = await sessionOf(deps, event)
  const dispute =
    event.kind === 'dispute_changed' ? await deps.payments.retrieveDispute(event.disputeId) : null
  const payout = event.kind === 'payout_changed' ? await readPayout(deps, event) : null
  // A saved card's charge has no page, and a dispute may arrive before its charge.
  const intentId =
    event.kind === 'payment_succeeded' ? event.paymentIntentId : (dispute?.paymentIntentId ?? null)
  const paid = intentId === null ? null : await deps.payments.retrievePayment(intentId)
  const reversed = event.kind === 'transfer_reversed' ? await reversedTransfer(deps, event) : null
  await inTransaction(deps.pool, async (tx) => {
    const first = await execute(
      tx,
      sql`update webhook_events set applied_at = now() where event_id = ${eventId} and applied_at is null`,
    )
    if (first === 0) return
    if (session?.mode === 'payment')
      await applyCheckout(tx, deps, session, event.kind === 'checkout_payment_failed')
    if (paid !== null) await applyPayment(tx, deps, paid)
    if (session?.mode === 'setup') await saveCard(tx, deps, session)
    if (dispute !== null) await applyDispute(tx, deps, dispute)
    if (payout !== null) await notePayout(tx, deps, payout)
    if (reversed !== null) await transferCameBack(tx, deps, reversed)
    if (event.kind === 'refund_changed' && GIVEN_UP.includes(event.status))
      await refundCameBack(tx, deps, event)
  })
}

/** Applied, and recorded as not ours. */
const ignore = async (deps: Deps, eventId: string): Promise<void> => {
  await execute(
    deps.pool,
    sql`update webhook_events set applied_at = now(), ignored = true
      where event_id = ${eventId} and applied_at is null`,
  )
}

/** A refund in one of these states never arrives. */
const GIVEN_UP: readonly string[] = ['failed', 'canceled']

/** Read before the transaction: a slow provider must not hold locks. */
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

/**
 * Returns the current state of the transfer that an event reports as reversed; null when it belongs to no payment of
 * ours.
 */
async function reversedTransfer(
  deps: Deps,
  event: { transferId: string; transferGroup: string | null; amountCents: number },
) {
  const { transferId, transferGroup, amountCents } = event
  const paymentId = paymentIdOfGroup(transferGroup)
  if (paymentId === null || transferGroup === null) return null
  const { transfers } = await deps.payments.recordsOf(transferGroup)
  const now = transfers.find((transfer) => transfer.transferId === transferId)
  const backCents = now?.standing === true ? now.reversedCents : amountCents
  return { transferId, paymentId, amountCents, backCents }
}
