import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { refusalOf } from '#server/payments/ledger/provider-refusals.ts'
import type { CheckoutState } from '#server/providers/stripe/provider-objects.ts'
import { applyCheckout } from './payment-hold.ts'

/** Returns a checkout page as the provider knows it. Throws payment.provider_unavailable. */
export async function checkoutOf(deps: Deps, sessionId: string): Promise<CheckoutState> {
  const session = await deps.payments.retrieveCheckout(sessionId).catch(unavailable)
  if (session === null) throw new AppError('payment.provider_unavailable')
  return session
}

/**
 * Expires a checkout page unless it was already paid or has ended, and applies its final state. Throws
 * payment.provider_unavailable.
 */
export async function endCheckout(deps: Deps, session: CheckoutState): Promise<void> {
  const ended = session.status === 'open' ? await expired(deps, session) : session
  await inTransaction(deps.pool, (tx) => applyCheckout(tx, deps, ended))
}

/** Someone may pay at the same moment: the state that the provider reports afterwards counts. */
async function expired(deps: Deps, session: CheckoutState): Promise<CheckoutState> {
  await deps.payments.expireCheckout(session.sessionId).catch(unavailable)
  return (await deps.payments.retrieveCheckout(session.sessionId).catch(unavailable)) ?? session
}

/** Throws a failure of the provider as the response to a click. */
export function unavailable(error: unknown): never {
  throw refusalOf(error, 'payment')
}
