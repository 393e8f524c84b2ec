import { centsFromUsd } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import {
  PaymentProviderError,
  type ProviderFailure,
} from '#server/providers/stripe/provider-failure.ts'
import { intend, intended, opOf, repeatable, settle } from '#server/payments/ledger/money-ops.ts'
import { isCharging } from './payment-charge.ts'
import { paymentEvent } from '#server/payments/record/payment-changes.ts'
import { lockDeserted } from './deserted-deal.ts'
import { extensionToFund } from './extension-funding.ts'
import { extraToFund, lockArrived } from './extra-funding.ts'
import { checkoutOf, endCheckout, unavailable } from './checkout-page.ts'
import { failAttempt } from './payment-hold.ts'
import {
  type Beside,
  type FundableApplication,
  type FundingWay,
  insertBeside,
  insertPayment,
  lockApplicationToFund,
  ownCard,
  paymentOfApplication,
  projectStatus,
  rememberCheckout,
  retryPayment,
} from './payment-funding-store.ts'
import { cardRequest, pageRequest } from './payment-requests.ts'
import {
  fundOf,
  isCustomerGone,
  refusalOf,
  sentenceOf,
  reportRefusal,
} from '#server/payments/ledger/provider-refusals.ts'
import { forgetSentCustomer } from './forget-sent-customer.ts'
import { settledCharge } from '#server/payments/record/payment-settled.ts'
import { paymentById, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** A payment on its way in. `checkout_url` opens the provider's page; null when there is none to open. */
export type FundedPayment = PaymentRow & { checkout_url: string | null }

interface Wish {
  project_id: string
  application_id: string
  /** The amendment whose extra is paid; absent for the deal itself. */
  amendment_id?: string | undefined
  /** The licence extension that is paid for instead. */
  extension_id?: string | undefined
  payment_method_id?: string | undefined
  /** In USD: the amount that the seller was shown. */
  expected_amount?: number | undefined
}

/** A checkout page that was opened; an adopted one may have ended since. */
interface OpenPage {
  sessionId: string
  url: string | null
}

const CLOCKS_DIFFER_MS = 10 * 60_000
/** An attempt ended, a page was abandoned, or a card fell back to a page: the state is settled by then. */
const MOST_TURNS = 4

/**
 * Starts funding an accepted application, or joins a funding under way: two concurrent clicks, a crash between any two
 * lines and a lost response all end at one payment and one open page or one charge. With a saved card it returns the
 * outcome of its charge: held, failed with the bank's sentence, or the page on which the bank authenticates the holder.
 * The amount is the application's price (decision P7), what an agreed amendment adds to it (decision 0073), or the
 * price of more months of its licence (decision 0094). Throws the errors of `extraToFund` and `extensionToFund`,
 * payment.not_accepted, payment.already_funded, payment.creator_left, payment.price_changed, payment.moving,
 * payment.provider_unavailable, payment.refused, payment.provider_refused, and 404 for anyone but the project's seller
 * and for a card that is not theirs.
 */
export async function fundApplication(
  deps: Deps,
  viewer: Viewer,
  wish: Wish,
): Promise<FundedPayment> {
  let renewed = false
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { payment, card } = await intendFunding(deps, viewer, wish)
    if (isCharging(payment)) {
      const charged = await settledCharge(deps.pool, payment)
      const onPage = charged.status === 'pending' && !isCharging(charged)
      const otherCardFailed = charged.status === 'failed' && payment.funding_card !== card
      if (!onPage && !otherCardFailed) return { ...charged, checkout_url: null }
      continue
    }
    if (payment.checkout_session_id === null) {
      const opened = await openCheckout(deps, payment, renewed)
      if (opened === null) renewed = true
      // Its page was opened without our knowledge before another card was chosen: the next iteration expires it.
      else if (card === null || card === payment.funding_card) return opened
      continue
    }
    const open = await openPage(deps, payment, payment.checkout_session_id, card)
    if (open !== null) return open
  }
  throw new AppError('payment.moving')
}

/**
 * A page was opened before. Only the provider knows its state: an event may be late or lost. Returns the page while it
 * is open and wanted; otherwise expires it, applies its outcome, and returns null.
 */
async function openPage(
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

/** Phase A: stores the pending payment and the intended call, or throws the refusal. */
async function intendFunding(deps: Deps, viewer: Viewer, wish: Wish) {
  return inTransaction(deps.pool, async (tx) => {
    const application = foundOr404(
      await lockApplicationToFund(tx, {
        applicationId: wish.application_id,
        projectId: wish.project_id,
        sellerId: viewer.id,
      }),
    )
    const card =
      wish.payment_method_id === undefined
        ? null
        : foundOr404(await ownCard(tx, viewer.id, wish.payment_method_id)).stripe_payment_method_id
    if (application.status !== 'accepted') throw new AppError('payment.not_accepted')
    const wanted = await toFund(tx, application.id, wish, deps.clock())
    assertShown(wish, application, wanted)
    const payment = await begin(tx, deps, viewer, { application, ...wanted, way: wayOf(card) })
    return { payment, card }
  })
}

/** Returns what is paid for, and its payment if it has one. */
async function toFund(
  tx: Tx,
  applicationId: string,
  { amendment_id: amendmentId, extension_id: extensionId }: Wish,
  now: Date,
): Promise<Wanted> {
  if (extensionId !== undefined) return extensionToFund(tx, { applicationId, extensionId }, now)
  if (amendmentId !== undefined) return extraToFund(tx, { applicationId, amendmentId }, now)
  return { before: await paymentOfApplication(tx, applicationId) }
}

/** The lock on the application keeps the price from changing between this and the payment. */
function assertShown(
  { expected_amount: shown }: Wish,
  { proposed_price: price }: FundableApplication,
  { beside, before }: Wanted,
): void {
  // A payment that was already made reports that instead, whatever was agreed since.
  if (shown === undefined || (before !== null && !isPayable(before))) return
  if (centsFromUsd(shown) !== (before?.amount ?? beside?.cents ?? price))
    throw new AppError('payment.price_changed')
}

const isPayable = ({ status }: PaymentRow): boolean => status === 'pending' || status === 'failed'

/**
 * Starts to charge a saved card for an application that was accepted in this very transaction, as its seller agreed
 * before. The job that charges it commits with the acceptance. Nothing starts if the card was removed meanwhile: then
 * the seller funds the application as usual.
 */
export async function beginCardFunding(
  tx: Tx,
  deps: Deps,
  agreed: { projectId: string; applicationId: string; sellerId: string; methodId: string },
): Promise<void> {
  const application = foundOr404(await lockApplicationToFund(tx, agreed))
  const card = await ownCard(tx, agreed.sellerId, agreed.methodId)
  if (card === null) return
  const way = wayOf(card.stripe_payment_method_id)
  await begin(tx, deps, { id: agreed.sellerId }, { application, before: null, way })
}

const wayOf = (card: string | null): FundingWay =>
  card === null ? { by: 'page', card } : { by: 'card', card }

/** What a payment is started for beside the deal itself, and the payment that already exists. */
interface Wanted {
  beside?: Beside
  before: PaymentRow | null
}

/** Returns the attempt to work on: a new one, the next one after a failure, or the one under way. */
async function begin(
  tx: Tx,
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  wanted: Wanted & { application: FundableApplication; way: FundingWay },
): Promise<PaymentRow> {
  const { application, beside, before, way } = wanted
  if (before !== null && !isPayable(before)) throw new AppError('payment.already_funded')
  // Read after the lock: the clock job that gives up an unfunded order holds the lock while it cancels the project. The
  // locking statement started before that and cannot see it.
  const status = await projectStatus(tx, application.project_id)
  const deal = { applicationId: application.id, creatorId: application.creator_id }
  const ofDeal = beside === undefined && status === 'in_progress'
  // Even for a page that is open already: what is paid on it would go straight back.
  if (ofDeal && (await lockDeserted(tx, deal))) throw new AppError('payment.creator_left')
  if (before !== null && before.status === 'pending') return before
  // A licence can still be extended after its work was paid.
  const isRunning =
    beside?.purpose === 'extension' ? status !== 'cancelled' : status === 'in_progress'
  if (!isRunning) throw new AppError('project.closed')
  const payment = foundOr404(
    before !== null
      ? await retryPayment(tx, before, way, viewer.id)
      : beside === undefined
        ? await insertPayment(tx, application, way)
        : await insertBeside(tx, application, beside, way),
  )
  if (before === null)
    await recordEvent(tx, paymentEvent(payment, 'create', null, payment.status, viewer.id))
  const request =
    way.by === 'card'
      ? cardRequest(payment, application, way.card)
      : pageRequest(deps, payment, application)
  await intend(tx, { ...opOf('fund', payment), request }, deps.clock())
  if (way.by === 'card') {
    const attempt = { payment_id: payment.id, attempt: payment.attempt }
    await enqueue(tx, 'payments.charge', attempt, { queue: `payment:${payment.id}` })
  }
  return payment
}

/**
 * The call and phase B. An attempt always sends its stored request under its key, so it gets the same page. When that
 * key leads nowhere (a refusal, a stored failure, a key that may be forgotten), the provider's records decide: a page
 * that was opened without our knowledge is adopted; without one the attempt is over. Returns null when another attempt
 * is allowed, once per click (`renewed`); otherwise throws the refusal.
 */
async function openCheckout(
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
