import { centsFromUsd } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { intend, opOf } from '#server/payments/ledger/money-ops.ts'
import { isCharging } from './payment-charge.ts'
import { paymentEvent } from '#server/payments/record/payment-changes.ts'
import { lockDeserted } from './deserted-deal.ts'
import { extensionToFund } from './extension-funding.ts'
import { extraToFund } from './extra-funding.ts'
import { type FundedPayment, openCheckout, openPage } from './open-checkout.ts'
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
  retryPayment,
} from './payment-funding-store.ts'
import { cardRequest, pageRequest } from './payment-requests.ts'
import { settledCharge } from '#server/payments/record/payment-settled.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

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
