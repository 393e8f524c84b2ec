import type { Deps } from '#server/deps/deps.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { PaymentState, SavedCardPayment } from '#server/providers/stripe/provider-objects.ts'
import { transferGroupOf } from '#server/providers/stripe/requests.ts'
import {
  intend,
  intended,
  type MoneyOp,
  type OpId,
  opOf,
  repeatable,
  settle,
} from '#server/payments/ledger/money-ops.ts'
import { refreshParties } from '#server/payments/record/payment-changes.ts'
import { isDeserted } from './deserted-deal.ts'
import { extensionWaits } from './extension-funding.ts'
import { isAwaited, lockArrived } from './extra-funding.ts'
import { applyPayment, failAttempt } from './payment-hold.ts'
import { fundingFacts, projectStatus, retryPayment } from './payment-funding-store.ts'
import { forgetSentCustomer } from './forget-sent-customer.ts'
import { type ProviderFailure, remedyOf } from '#server/providers/stripe/provider-failure.ts'
import { pageRequest } from './payment-requests.ts'
import {
  fundOf,
  isCustomerGone,
  sentenceOf,
  reportRefusedCall,
} from '#server/payments/ledger/provider-refusals.ts'
import { paymentById, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** Shown to a buyer when the provider failed and certainly charged nothing. */
const NOT_CHARGED =
  'The payment provider had a problem. Your card was not charged. Please try again.'
/** Shown to a buyer when the card could not even be tried: it was removed meanwhile, for example. */
const CARD_UNUSABLE = 'This card could not be charged. Use another card.'

/**
 * The job: charges an attempt's saved card. Running it twice, or again after a crash anywhere, sends the same key and
 * so charges once. Nothing is charged for a project that is no longer running. Throws when the outcome is unknown: the
 * queue retries.
 */
export async function chargeCard(
  deps: Deps,
  attempt: { payment_id: string; attempt: number },
): Promise<void> {
  const payment = await paymentById(deps.pool, attempt.payment_id)
  if (payment === null || payment.attempt !== attempt.attempt || !isCharging(payment)) return
  const opId = opOf('fund', payment)
  // A deal that was cancelled meanwhile no longer needs money: nothing is sent. An earlier attempt may have succeeded
  // unnoticed.
  const running = await isWanted(deps, payment)
  let outcome = running
    ? await charge(deps, payment, await intended(deps.pool, opId))
    : await adoptCharge(deps, payment)
  // The provider stores its own failure under the key for a day: its records of the payment show the outcome sooner.
  if (outcome.kind === 'failed' && outcome.kept === true) outcome = await adoptCharge(deps, payment)
  switch (outcome.kind) {
    case 'paid':
      return inTransaction(deps.pool, async (tx) => {
        await lockArrived(tx, payment.id)
        await settle(
          tx,
          opId,
          { state: 'succeeded', providerId: outcome.paid.paymentIntentId },
          deps.clock(),
        )
        await applyPayment(tx, deps, outcome.paid)
        // The money is not held: it is on its way back, and another attempt is allowed.
        await failAttempt(tx, payment, null)
      })
    case 'authentication_required':
      return fallBackToPage(deps, payment, opId)
    case 'declined':
      return refuse(deps, payment, outcome, running ? outcome.reason : null)
    case 'failed':
      await reportRefusedCall(deps.pool, deps, fundOf(payment), outcome)
      if (!outcome.definitive) throw new Error(`charge for ${payment.id}: ${outcome.reason}`)
      return refuse(
        deps,
        payment,
        outcome,
        remedyOf(outcome) === 'person' ? sentenceOf(outcome) : CARD_UNUSABLE,
      )
  }
}

/** Whether something waits for the money of this payment. */
async function isWanted({ pool, clock }: Deps, payment: PaymentRow): Promise<boolean> {
  const {
    extension_id: extensionId,
    creator_id: creatorId,
    application_id: applicationId,
  } = payment
  const status = await projectStatus(pool, payment.project_id)
  if (extensionId !== null)
    return (
      status !== 'cancelled' &&
      (await extensionWaits(pool, { id: extensionId, creatorId }, clock()))
    )
  if (payment.purpose === 'deal' && (await isDeserted(pool, applicationId))) return false
  return status === 'in_progress' && (await isAwaited(pool, payment, clock()))
}

/** Whether a saved card's charge is under way or its outcome unknown. */
export const isCharging = (payment: PaymentRow): boolean =>
  payment.status === 'pending' && payment.funding_by === 'card'

type Outcome =
  | { kind: 'paid'; paid: PaymentState }
  | Exclude<SavedCardPayment, { kind: 'succeeded' }>

async function charge(deps: Deps, payment: PaymentRow, op: MoneyOp): Promise<Outcome> {
  const request = repeatable(deps, op)
  if (request === null) return adoptCharge(deps, payment)
  const outcome = await deps.payments.payWithSavedCard({ request, idempotencyKey: op.key })
  if (outcome.kind !== 'succeeded') return outcome
  // Reread instead of trusted: the response may be a day-old replay, and it does not name the currency.
  const paid = await deps.payments.retrievePayment(outcome.paymentIntentId)
  if (paid === null) throw new Error(`${outcome.paymentIntentId} is not at the provider`)
  return { kind: 'paid', paid }
}

/** Once the key is forgotten, charging again could take the money twice: the provider's records decide. */
async function adoptCharge(deps: Deps, payment: PaymentRow): Promise<Outcome> {
  const { charges } = await deps.payments.recordsOf(transferGroupOf(payment.id))
  const taken = charges.find((made) => made.succeeded && made.refundedCents === 0)
  const paid =
    taken?.paymentIntentId == null
      ? null
      : await deps.payments.retrievePayment(taken.paymentIntentId)
  if (paid !== null) return { kind: 'paid', paid }
  return { kind: 'declined', definitive: true, reason: NOT_CHARGED, code: null }
}

/** The bank wants to authenticate the holder: the next attempt is the provider's checkout page, for the same card. */
async function fallBackToPage(deps: Deps, payment: PaymentRow, opId: OpId): Promise<void> {
  const facts = await fundingFacts(deps.pool, payment.id)
  await inTransaction(deps.pool, async (tx) => {
    await lockArrived(tx, payment.id)
    await settle(tx, opId, { state: 'failed', failure: 'authentication required' }, deps.clock())
    const failed = await failAttempt(tx, payment, null)
    if (failed === null) return
    const waiting = await retryPayment(tx, failed, { by: 'page', card: payment.funding_card })
    if (waiting === null) return
    await intend(
      tx,
      { ...opOf('fund', waiting), request: pageRequest(deps, waiting, facts) },
      deps.clock(),
    )
    await refreshParties(tx, waiting)
  })
}

async function refuse(
  deps: Deps,
  payment: PaymentRow,
  failure: ProviderFailure,
  sentence: string | null,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    await lockArrived(tx, payment.id)
    if (isCustomerGone(failure)) await forgetSentCustomer(tx, payment)
    await settle(
      tx,
      opOf('fund', payment),
      { state: 'failed', failure: failure.reason },
      deps.clock(),
    )
    await failAttempt(tx, payment, sentence)
  })
}
