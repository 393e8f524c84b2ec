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
