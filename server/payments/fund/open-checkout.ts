import type { Deps } from '#server/deps/deps.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import {
  PaymentProviderError,
  type ProviderFailure,
} from '#server/providers/stripe/provider-failure.ts'
import { intended, opOf, repeatable, settle } from '#server/payments/ledger/money-ops.ts'
import {
  fundOf,
  isCustomerGone,
  refusalOf,
  sentenceOf,
  reportRefusal,
} from '#server/payments/ledger/provider-refusals.ts'
import { paymentById, type PaymentRow } from '#server/payments/record/payment-store.ts'
import { checkoutOf, endCheckout, unavailable } from './checkout-page.ts'
import { lockArrived } from './extra-funding.ts'
import { forgetSentCustomer } from './forget-sent-customer.ts'
import { rememberCheckout } from './payment-funding-store.ts'
import { failAttempt } from './payment-hold.ts'

/** The provider's page of a payment: opened once for each attempt, and found again. */

/** A payment on its way in. `checkout_url` opens the provider's page; null when there is none to open. */
export type FundedPayment = PaymentRow & { checkout_url: string | null }

/** A checkout page that was opened; an adopted one may have ended since. */
interface OpenPage {
  sessionId: string
  url: string | null
}

/**
 * A page was opened before. Only the provider knows its state: an event may be late or lost. Returns the page while it
 * is open and wanted; otherwise expires it, applies its outcome, and returns null. Throws payment.moving,
 * payment.provider_unavailable.
 */
export async function openPage(
  deps: Deps,
  payment: PaymentRow,
  sessionId: string,
  card: string | null,
): Promise<FundedPayment | null> {
  const session = await checkoutOf(deps, sessionId)
  const wanted = card === null || card === payment.funding_card
  if (session.status === 'open' && wanted && payment.checkout_url !== null)
    return { ...payment, checkout_url: payment.checkout_url }
  // Another card is charged instead: the page must not stay payable beside it.
  await endCheckout(deps, session)
  const now = foundOr404(await paymentById(deps.pool, payment.id))
  // The checkout is completed, but its money is still on the way: a slow bank.
  if (now.status === 'pending' && now.checkout_session_id === sessionId)
    throw new AppError('payment.moving')
  return null
}

/**
 * The call and phase B. An attempt always sends its stored request under its key, so it gets the same page. When that
 * key leads nowhere (a refusal, a stored failure, a key that may be forgotten), the provider's records decide: a page
 * that was opened without our knowledge is adopted; without one the attempt is over. Returns null when another attempt
 * is allowed, once per click (`renewed`); otherwise throws the refusal.
 */
export async function openCheckout(
  deps: Deps,
  payment: PaymentRow,
  renewed: boolean,
): Promise<FundedPayment | null> {
  const opId = opOf('fund', payment)
  const op = await intended(deps.pool, opId)
  const request = repeatable(deps, op)
  const asked: { page: OpenPage } | { failure: ProviderFailure } =
    request === null
      ? { failure: NEVER_HEARD }
      : await deps.payments
          .createCheckout({ request, idempotencyKey: op.key })
          .then((page) => ({ page }))
          .catch((failure: unknown) => over(deps, payment, failure))
  const page = 'page' in asked ? asked.page : await openedUnheard(deps, payment)
  if ('failure' in asked && page === null) {
    await endAttempt(deps, payment, asked.failure)
    const { failure } = asked
    const mayRenew = failure.kept === true || isCustomerGone(failure) || failure === NEVER_HEARD
    if (mayRenew && !renewed) return null
    throw refusalOf(new PaymentProviderError(failure), 'payment')
  }
  if (page === null) throw new AppError('payment.provider_unavailable')
  await inTransaction(deps.pool, async (tx) => {
    await rememberCheckout(tx, payment.id, payment.attempt, {
      id: page.sessionId,
      url: page.url,
    })
    await settle(tx, opId, { state: 'succeeded', providerId: page.sessionId }, deps.clock())
  })
  const stored = foundOr404(await paymentById(deps.pool, payment.id))
  return { ...stored, checkout_url: page.url }
}

const CLOCKS_DIFFER_MS = 10 * 60_000

/** The outcome of an attempt whose key the provider may have forgotten. */
const NEVER_HEARD: ProviderFailure = {
  definitive: true,
  reason: 'the provider opened no page',
  code: null,
}

/** A failure that ends the attempt; any other is rethrown as the response to the click. */
async function over(deps: Deps, payment: PaymentRow, error: unknown) {
  await reportRefusal(error, deps.pool, deps, fundOf(payment))
  const ends = error instanceof PaymentProviderError && (error.definitive || error.kept)
  if (!ends) throw refusalOf(error, 'payment')
  return { failure: error }
}

/** The attempt charged nothing and never will. A customer the provider has lost is forgotten too. */
async function endAttempt(deps: Deps, payment: PaymentRow, failure: ProviderFailure) {
  const { reason } = failure
  const sentence = failure.definitive ? sentenceOf(failure) : null
  await inTransaction(deps.pool, async (tx) => {
    await lockArrived(tx, payment.id)
    if (isCustomerGone(failure)) await forgetSentCustomer(tx, payment)
    await settle(tx, opOf('fund', payment), { state: 'failed', failure: reason }, deps.clock())
    await failAttempt(tx, payment, failure === NEVER_HEARD ? null : sentence)
  })
}

/** Returns the page of an attempt whose creation the provider answered with its own failure; null if there is none. */
async function openedUnheard(deps: Deps, payment: PaymentRow): Promise<OpenPage | null> {
  // The attempt had no page before it started. Clocks may differ by some minutes.
  const since = new Date(Date.parse(payment.created_at) - CLOCKS_DIFFER_MS)
  const { id: paymentId, attempt } = payment
  return deps.payments.findCheckout({ paymentId, attempt, since }).catch(unavailable)
}
