import type { ProviderEvent, ProviderNews } from './provider-news.ts'
import type { KeyedRequest } from './provider-request.ts'
import type {
  BalanceMove,
  BankPayout,
  CheckoutState,
  DisputeRecord,
  HostedPage,
  MoveRecord,
  PaymentState,
  PlatformAccount,
  ProviderRecords,
  RefundOutcome,
  SavedCard,
  SavedCardPayment,
  TransferOutcome,
  TransferState,
} from './provider-objects.ts'

/**
 * What the product asks of its payment provider, in the product's own words. Amounts are integer cents
 * of USD. Outcomes a caller must handle are values; everything else is thrown as PaymentProviderError.
 *
 * Calls that create something take a request (built by requests.ts) and an idempotency key, both stored before the
 * call: the same pair never acts twice, and answers what it answered the first time.
 */

/**
 * Why a call did not succeed. `definitive` true: it surely had no effect and the same key will go on
 * failing, so a new attempt needs a new key. False: it may have happened (timeout, lost line, 5xx), or
 * was turned away at the door (409, 429, a wrong key of ours): repeat it later under the same key.
 */
export interface ProviderFailure {
  definitive: boolean
  /** Who can do something about it; absent: told by `definitive` (see `remedyOf`). */
  remedy?: Remedy
  /** The parameter the provider names as the wrong one. */
  param?: string
  /** A sentence for logs and operators; for a declined card, one a buyer may read. */
  reason: string
  /** The provider's own word for it, such as `balance_insufficient`, or null. */
  code: string | null
  /**
   * True when the provider keeps this failure of its own under the key: the call is over, repeating it only
   * repeats the answer, and what the provider has tells whether it did anything.
   */
  kept?: boolean
}

/**
 * What helps after a failure. wait: nothing is known or it was turned away, the same call later may do; new_attempt:
 * this one is over, another one of the same person may do; person: whoever runs the market must look at it, and until
 * then no attempt will do.
 */
export type Remedy = 'wait' | 'new_attempt' | 'person'

/** The remedy of a failure, also of one that we found out ourselves. */
export const remedyOf = ({ remedy, definitive }: ProviderFailure): Remedy =>
  remedy ?? (definitive ? 'new_attempt' : 'wait')

/** Thrown by calls whose failure no caller can decide about. */
export class PaymentProviderError extends Error implements ProviderFailure {
  override name = 'PaymentProviderError'
  readonly definitive: boolean
  readonly reason: string
  readonly code: string | null
  readonly kept: boolean
  readonly remedy: Remedy
  readonly param?: string

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(failure.reason, options)
    this.definitive = failure.definitive
    this.reason = failure.reason
    this.code = failure.code
    this.kept = failure.kept ?? false
    this.remedy = remedyOf(failure)
    if (failure.param !== undefined) this.param = failure.param
  }
}

/** The provider. Made by `createStripeProvider`; the product knows only this. */
export interface PaymentProvider {
  /** Opens a payout account for a creator. Nothing can be sent to it before its owner completed onboarding. */
  createPayoutAccount(call: KeyedRequest): Promise<{ accountId: string }>
  /** A single-use address where the owner gives what the provider must know. Never store or log it. */
  createOnboardingLink(input: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<{ url: string }>
  /** A single-use address of the account owner's own pages at the provider. Never store or log it. */
  createDashboardLink(accountId: string): Promise<{ url: string }>
  /**
   * ready: money can be sent to the account now. in_progress: not yet, or not at the moment. closed: it was closed or
   * rejected. Throws for one that is not there: with a wrong key of ours, none is.
   */
  payoutAccountState(accountId: string): Promise<'ready' | 'in_progress' | 'closed'>

  /** Makes a customer, whose cards can be saved. */
  createCustomer(call: KeyedRequest): Promise<{ customerId: string }>
  /** Opens a hosted payment page. */
  createCheckout(call: KeyedRequest): Promise<HostedPage>
  /**
   * The hosted payment page opened for an attempt, or null when there is none, among those opened since a
   * moment. For when the answer to opening it was lost for good.
   */
  findCheckout(attempt: {
    paymentId: string
    attempt: number
    since: Date
  }): Promise<CheckoutState | null>
  /** Opens a hosted page that saves a card for the customer. */
  createCardSetup(call: KeyedRequest): Promise<HostedPage>
  /** A hosted page as it stands now; null when there is none with that id. */
  retrieveCheckout(sessionId: string): Promise<CheckoutState | null>
  /** Closes an open hosted page. Succeeds when it was expired already; a completed one stays completed. */
  expireCheckout(sessionId: string): Promise<CheckoutState['status']>

  /** Charges a saved card at once, without its holder confirming anything. */
  payWithSavedCard(call: KeyedRequest): Promise<SavedCardPayment>
  /** A payment as it stands now; null when there is none with that id. */
  retrievePayment(paymentIntentId: string): Promise<PaymentState | null>

  /** Sends money we hold from a charge to a payout account. */
  transfer(call: KeyedRequest): Promise<TransferOutcome>
  /** The transfer made for a group that was not reversed, or null. Throws when there are several: that is a loss. */
  findTransfer(transferGroup: string): Promise<TransferState | null>
  /** Gives money of a charge back to the card; all that is left when no amount is given. */
  refund(call: KeyedRequest): Promise<RefundOutcome>

  /** All that was ever moved for a group. */
  recordsOf(transferGroup: string): Promise<ProviderRecords>
  /** Tells every event about what we keep books of since a moment, the newest first; up to 30 days back. */
  eventsSince(since: Date, visit: (event: ProviderNews) => void): Promise<void>
  /**
   * Tells what moved on the platform's own balance since a moment, or ever, beside what payments' own records tell.
   * Waits for each visit.
   */
  balanceMovesSince(since: Date | null, visit: (move: BalanceMove) => Promise<void>): Promise<void>
  /** Tells every charge that succeeded and every transfer that stands, made since a moment, whatever their group. */
  movesSince(since: Date, visit: (move: MoveRecord) => void): Promise<void>
  /** A dispute as it stands now; null when there is none with that id. */
  retrieveDispute(disputeId: string): Promise<DisputeRecord | null>
  /** Sends our evidence about a dispute to the card's bank, which takes it once. */
  sendDisputeEvidence(disputeId: string, call: KeyedRequest): Promise<void>

  /** A payout to a bank as it stands now; null when the account has none with that id. */
  retrievePayout(accountId: string, payoutId: string): Promise<BankPayout | null>
  /** The payouts an account made since a moment, oldest first. */
  payoutsSince(accountId: string, since: Date): Promise<BankPayout[]>

  /** The platform's own account as it stands now. */
  platformAccount(): Promise<PlatformAccount>

  /** The customer's saved cards, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>
  /** One saved card; null when there is none with that id. */
  retrieveCard(paymentMethodId: string): Promise<SavedCard | null>
  /** Forgets a saved card. Succeeds when it was forgotten already. */
  detachCard(paymentMethodId: string): Promise<void>

  /**
   * Reads a message from its raw bytes and the `Stripe-Signature` header. Throws WebhookSignatureError when
   * the signature is not ours, or when it was made more than 300 seconds before or after `now`.
   */
  verifyWebhook(rawBody: Buffer, signature: string, now: Date): ProviderEvent
}
