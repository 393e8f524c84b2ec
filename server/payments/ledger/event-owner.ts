import type { Deps } from '#server/deps/deps.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { ProviderEvent } from '#server/providers/stripe/provider-news.ts'

/**
 * One provider account may serve others beside us: another installation, an older shop. Events about their objects are
 * delivered here too. An object without one of our ids belongs to another product and is left alone.
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the payment that a provider object names; null when it names none in our format. */
export function paymentIdOf(metadata: Record<string, string>): string | null {
  const id = metadata['payment_id']
  return id !== undefined && UUID.test(id) ? id : null
}

/** Returns the payment of a transfer group; null when it is not one of ours. */
export function paymentIdOfGroup(group: string | null): string | null {
  const id = group?.startsWith('payment_') ? group.slice('payment_'.length) : ''
  return UUID.test(id) ? id : null
}

/** Returns whether an event is about someone else's object. Calls the provider only when the event names no payment. */
export async function isForeign(deps: Deps, event: ProviderEvent): Promise<boolean> {
  switch (event.kind) {
    case 'checkout_completed':
    case 'checkout_paid_later':
    case 'checkout_payment_failed':
    case 'checkout_expired':
      if (event.mode === 'setup') return isForeignSetup(deps, event.sessionId)
      return !(await isPayment(deps.pool, paymentIdOf(event.metadata)))
    case 'payment_succeeded':
    case 'payment_failed':
      return !(await isPayment(deps.pool, paymentIdOf(event.metadata)))
    case 'charge_succeeded':
    case 'charge_refunded':
    case 'transfer_created':
    case 'transfer_reversed':
      return !(await isPayment(deps.pool, paymentIdOfGroup(event.transferGroup)))
    case 'refund_changed':
    case 'dispute_changed':
      return isForeignCharge(deps, event)
    case 'payout_account_changed':
    case 'payout_changed':
      return !(await isAccount(deps.pool, event.accountId))
    case 'ignored':
      return true
  }
}

const isPayment = async (db: Queryable, id: string | null): Promise<boolean> =>
  id !== null && (await maybeRow(db, sql`select 1 from payments where id = ${id}`)) !== null

const isAccount = async (db: Queryable, id: string): Promise<boolean> =>
  (await maybeRow(db, sql`select 1 from stripe_accounts where stripe_account_id = ${id}`)) !== null

/** Identified by the customer: a page that saves a card names nothing else. */
async function isForeignSetup(deps: Deps, sessionId: string): Promise<boolean> {
  const customerId = (await deps.payments.retrieveCheckout(sessionId))?.customerId ?? null
  return (
    (await maybeRow(
      deps.pool,
      sql`select 1 from profiles where stripe_customer_id = ${customerId}`,
    )) === null
  )
}

/** It may be a charge of ours that is not booked yet: then its payment at the provider tells whose it is. */
async function isForeignCharge(
  deps: Deps,
  { chargeId, paymentIntentId }: { chargeId: string | null; paymentIntentId?: string | null },
): Promise<boolean> {
  const known = await maybeRow(
    deps.pool,
    sql`select 1 from payments where stripe_charge_id = ${chargeId}
      union all select 1 from ledger_movements where reference = ${chargeId} limit 1`,
  )
  // Events stored by an earlier release do not name the payment.
  if (known !== null || paymentIntentId === undefined) return false
  if (paymentIntentId === null) return true
  const paid = await deps.payments.retrievePayment(paymentIntentId)
  return paid === null || !(await isPayment(deps.pool, paymentIdOf(paid.metadata)))
}
