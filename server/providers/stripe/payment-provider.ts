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
 * The product's interface to its payment provider, in the product's own terms. Amounts are integer cents of USD.
 * Outcomes that a caller must handle are values; everything else is thrown as PaymentProviderError.
 * Calls that create something take a request (built by requests.ts) and an idempotency key, both stored before the
 * call: the same pair never acts twice, and returns what it returned the first time.
 */

/** The provider. Created by `createStripeProvider`; the product depends only on this. */
export interface PaymentProvider {
  /** Opens a payout account for a creator. It can receive nothing until its owner has completed onboarding. */
  createPayoutAccount(call: KeyedRequest): Promise<{ accountId: string }>
  /** A single-use address where the owner gives the provider the required information. Never store or log it. */
  createOnboardingLink(input: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<{ url: string }>
  /** A single-use address of the account owner's own pages at the provider. Never store or log it. */
  createDashboardLink(accountId: string): Promise<{ url: string }>
  /**
   * ready: money can be sent to the account now. in_progress: not yet, or not at the moment. closed: it was closed or
   * rejected. Throws for an unknown account: with a wrong key of ours, all accounts are unknown.
   */
  payoutAccountState(accountId: string): Promise<'ready' | 'in_progress' | 'closed'>
  /** Fingerprints of the debit cards an account is paid out to; most accounts have a bank account and no card. */
  payoutCards(accountId: string): Promise<string[]>

  /** Creates a customer, whose cards can be saved. */
  createCustomer(call: KeyedRequest): Promise<{ customerId: string }>
  /** Opens a hosted payment page. */
  createCheckout(call: KeyedRequest): Promise<HostedPage>
  /**
   * The hosted payment page opened for an attempt since a given time, or null. For cases where the response to opening
   * it is permanently lost.
   */
  findCheckout(attempt: {
    paymentId: string
    attempt: number
    since: Date
  }): Promise<CheckoutState | null>
  /** Opens a hosted page that saves a card for the customer. */
  createCardSetup(call: KeyedRequest): Promise<HostedPage>
  /** A hosted page's current state; null when the id is unknown. */
  retrieveCheckout(sessionId: string): Promise<CheckoutState | null>
  /** Closes an open hosted page. Succeeds when it has already expired; a completed one stays completed. */
  expireCheckout(sessionId: string): Promise<CheckoutState['status']>

  /** Charges a saved card immediately, off session. */
  payWithSavedCard(call: KeyedRequest): Promise<SavedCardPayment>
  /** A payment's current state; null when the id is unknown. */
  retrievePayment(paymentIntentId: string): Promise<PaymentState | null>

  /** Sends money we hold from a charge to a payout account. */
  transfer(call: KeyedRequest): Promise<TransferOutcome>
  /** The unreversed transfer of a group, or null. Throws when there are several: that is a loss. */
  findTransfer(transferGroup: string): Promise<TransferState | null>
  /** Returns money of a charge to the card; the whole remaining amount when none is given. */
  refund(call: KeyedRequest): Promise<RefundOutcome>

  /** Returns everything that was ever moved for a group. */
  recordsOf(transferGroup: string): Promise<ProviderRecords>
  /** Yields every event since a given time about objects that we keep books of, newest first; up to 30 days back. */
  eventsSince(since: Date, visit: (event: ProviderNews) => void): Promise<void>
  /**
   * Yields the movements of the platform's own balance since a given time, or all of them, beyond payments' own
   * records. Awaits each callback.
   */
  balanceMovesSince(since: Date | null, visit: (move: BalanceMove) => Promise<void>): Promise<void>
  /** Yields every successful charge and every unreversed transfer since a given time, whatever their group. */
  movesSince(since: Date, visit: (move: MoveRecord) => void): Promise<void>
  /** A dispute's current state; null when the id is unknown. */
  retrieveDispute(disputeId: string): Promise<DisputeRecord | null>
  /** Sends our evidence about a dispute to the card's bank, which accepts it once. */
  sendDisputeEvidence(disputeId: string, call: KeyedRequest): Promise<void>

  /** A payout's current state; null when the account has none with that id. */
  retrievePayout(accountId: string, payoutId: string): Promise<BankPayout | null>
  /** The payouts an account made since a given time, oldest first; with a status of the provider's, only those. */
  payoutsSince(
    accountId: string,
    since: Date,
    status?: 'failed' | 'canceled',
  ): Promise<BankPayout[]>

  /** The platform's own account, in its current state. */
  platformAccount(): Promise<PlatformAccount>

  /** The customer's saved cards, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>
  /** One saved card; null when the id is unknown. */
  retrieveCard(paymentMethodId: string): Promise<SavedCard | null>
  /** Deletes a saved card. Succeeds when it was already deleted. */
  detachCard(paymentMethodId: string): Promise<void>

  /**
   * Parses a message from its raw bytes and the `Stripe-Signature` header. Throws WebhookSignatureError when the
   * signature is not ours, or was made more than 300 seconds before or after `now`.
   */
  verifyWebhook(rawBody: Buffer, signature: string, now: Date): ProviderEvent
}
