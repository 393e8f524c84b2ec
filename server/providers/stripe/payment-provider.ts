/**
 * What the product asks of its payment provider, in the product's own words. Amounts are integer cents
 * of USD. Outcomes a caller must handle are values; everything else is thrown as PaymentProviderError.
 *
 * Calls that move or promise money take an idempotency key, which the caller stores before the call:
 * the same key with the same input never acts twice, and answers what it answered the first time.
 */

/**
 * Why a call did not succeed. `definitive` true: it surely had no effect and the same key will go on
 * failing, so a new attempt needs a new key. False: it may have happened (timeout, lost line, 5xx), or
 * was turned away at the door (409, 429, a wrong key of ours): repeat it later under the same key.
 */
export interface ProviderFailure {
  definitive: boolean
  /** A sentence for logs and operators; for a declined card, one a buyer may read. */
  reason: string
  /** The provider's own word for it, such as `balance_insufficient`, or null. */
  code: string | null
}

/** Thrown by calls whose failure no caller can decide about. */
export class PaymentProviderError extends Error implements ProviderFailure {
  override name = 'PaymentProviderError'
  readonly definitive: boolean
  readonly reason: string
  readonly code: string | null

  constructor(failure: ProviderFailure, options?: ErrorOptions) {
    super(failure.reason, options)
    this.definitive = failure.definitive
    this.reason = failure.reason
    this.code = failure.code
  }
}

/** Thrown by `verifyWebhook` for bytes that are not a fresh, untouched message from the provider. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

/** What people see of a card. */
export interface CardFace {
  brand: string
  last4: string
}

/** A saved card. */
export interface SavedCard extends CardFace {
  paymentMethodId: string
  customerId: string | null
  expMonth: number
  expYear: number
}

/** A hosted page somebody is sent to. */
export interface HostedPage {
  sessionId: string
  url: string
}

/** A hosted payment or card set-up as it stands now. */
export interface CheckoutState {
  sessionId: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  /** `not_due` for a card set-up, which asks for no money. */
  paymentStatus: 'paid' | 'unpaid' | 'not_due'
  paymentIntentId: string | null
  /** The charge that succeeded or is under way. */
  chargeId: string | null
  amountCents: number | null
  currency: string | null
  metadata: Record<string, string>
  customerId: string | null
  /** The hosted page's address while it is open. */
  url: string | null
  /** The card that paid, or was saved; absent while nobody gave one. */
  card?: CardFace
  /** The card that was saved by a set-up. */
  savedCard?: SavedCard
}

/** A payment as it stands now, however it was made. */
export interface PaymentState {
  paymentIntentId: string
  status: 'succeeded' | 'processing' | 'unpaid' | 'canceled'
  chargeId: string | null
  amountCents: number
  currency: string
  refundedCents: number
  metadata: Record<string, string>
  transferGroup: string | null
  card?: CardFace
}

/** What paying with a saved card came to. */
export type SavedCardPayment =
  | {
      kind: 'succeeded'
      paymentIntentId: string
      chargeId: string
      amountCents: number
      card?: CardFace
    }
  /** The bank wants to see the card's holder: send them to a hosted page. Nothing was charged. */
  | { kind: 'authentication_required' }
  /** The bank said no; `reason` may be shown to the buyer. */
  | ({ kind: 'declined' } & ProviderFailure)
  /** Anything else; see `definitive`. */
  | ({ kind: 'failed' } & ProviderFailure)

/** A transfer to a payout account. */
export interface TransferState {
  transferId: string
  amountCents: number
  destination: string
  sourceCharge: string | null
  transferGroup: string | null
  /** False once it was taken back whole. */
  standing: boolean
}

/** A charge on the provider's books. */
export interface ChargeRecord {
  chargeId: string
  paymentIntentId: string | null
  transferGroup: string | null
  amountCents: number
  refundedCents: number
  succeeded: boolean
  /** What the provider kept of it, and the movement of our balance that says so; null while unknown. */
  feeCents: number | null
  balanceId: string | null
}

/** A refund on the provider's books. `standing` false: it failed, and the money is ours again. */
export interface RefundRecord {
  refundId: string
  chargeId: string
  amountCents: number
  standing: boolean
}

/** A dispute as it stands now. */
export interface DisputeRecord {
  disputeId: string
  chargeId: string | null
  paymentIntentId: string | null
  amountCents: number
  outcome: 'open' | 'won' | 'lost'
  /** What the bank took from our balance and gave back, and what the provider charged for it all. */
  withdrawnCents: number
  reinstatedCents: number
  feeCents: number
}

/** Everything the provider has on its books for one payment. */
export interface ProviderRecords {
  charges: ChargeRecord[]
  refunds: RefundRecord[]
  transfers: TransferState[]
  disputes: DisputeRecord[]
}

/** What a transfer or a refund came to. */
export type TransferOutcome = { ok: true; transferId: string } | ({ ok: false } & ProviderFailure)
export type RefundOutcome =
  | { ok: true; refundId: string; amountCents: number; status: 'succeeded' | 'pending' }
  | ({ ok: false } & ProviderFailure)

/** A message from the provider, verified. `id` is the same however often it is delivered. */
export type ProviderEvent = { id: string; type: string; createdAt: Date } & ProviderNews

/** What a message is about. Apply only forward steps, or re-read the object: order is not promised. */
export type ProviderNews =
  /** Somebody finished a hosted page. Whether it is paid yet is in `paymentStatus`. */
  | {
      kind: 'checkout_completed'
      sessionId: string
      mode: 'payment' | 'setup'
      paymentStatus: CheckoutState['paymentStatus']
      metadata: Record<string, string>
    }
  /** A slow payment of a completed page arrived, or did not. */
  | {
      kind: 'checkout_paid_later' | 'checkout_payment_failed' | 'checkout_expired'
      sessionId: string
      mode: 'payment' | 'setup'
      paymentStatus: CheckoutState['paymentStatus']
      metadata: Record<string, string>
    }
  | {
      kind: 'payment_succeeded' | 'payment_failed'
      paymentIntentId: string
      metadata: Record<string, string>
    }
  | {
      kind: 'charge_succeeded' | 'charge_refunded'
      chargeId: string
      paymentIntentId: string | null
      transferGroup: string | null
      amountCents: number
      refundedCents: number
    }
  | {
      kind: 'refund_changed'
      refundId: string
      chargeId: string | null
      amountCents: number
      status: string
    }
  | {
      kind: 'transfer_created' | 'transfer_reversed'
      transferId: string
      transferGroup: string | null
      amountCents: number
      destination: string | null
    }
  | {
      kind: 'dispute_changed'
      disputeId: string
      chargeId: string | null
      amountCents: number
      status: string
    }
  /** Whether the account is ready may have changed: ask `payoutAccountReady`. */
  | { kind: 'payout_account_changed'; accountId: string }
  /** Nothing to do, and why: a type we do not follow, test mode, or another account's. */
  | { kind: 'ignored'; why: 'not_followed' | 'wrong_mode' | 'other_account' }

/** The provider. Made by `createStripeProvider`; the product knows only this. */
export interface PaymentProvider {
  /** Opens a payout account for a creator. Nothing can be sent to it before its owner completed onboarding. */
  createPayoutAccount(input: {
    userId: string
    email: string
    name: string
    idempotencyKey?: string
  }): Promise<{ accountId: string }>
  /** A single-use address where the owner gives what the provider must know. Never store or log it. */
  createOnboardingLink(input: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<{ url: string }>
  /** Whether money can be sent to the account now. */
  payoutAccountReady(accountId: string): Promise<boolean>

  /** Makes a customer, whose cards can be saved. */
  createCustomer(input: {
    email: string
    name: string
    userId: string
    idempotencyKey: string
  }): Promise<{ customerId: string }>
  /** Opens a hosted payment page. `{CHECKOUT_SESSION_ID}` in the success address is filled in by the provider. */
  createCheckout(input: {
    paymentId: string
    projectId: string
    applicationId: string
    amountCents: number
    title: string
    customerId?: string
    successUrl: string
    cancelUrl: string
    transferGroup: string
    idempotencyKey: string
    /** Between 30 minutes and 24 hours from now; 24 hours when absent. */
    expiresAt?: Date
  }): Promise<HostedPage>
  /** Opens a hosted page that saves a card for the customer. */
  createCardSetup(input: {
    customerId: string
    successUrl: string
    cancelUrl: string
    idempotencyKey: string
  }): Promise<HostedPage>
  /** A hosted page as it stands now; null when there is none with that id. */
  retrieveCheckout(sessionId: string): Promise<CheckoutState | null>
  /** Closes an open hosted page. Succeeds when it was expired already; a completed one stays completed. */
  expireCheckout(sessionId: string): Promise<CheckoutState['status']>

  /** Charges a saved card at once, without its holder confirming anything. */
  payWithSavedCard(input: {
    paymentId: string
    projectId: string
    applicationId: string
    amountCents: number
    title: string
    customerId: string
    paymentMethodId: string
    transferGroup: string
    idempotencyKey: string
  }): Promise<SavedCardPayment>
  /** A payment as it stands now; null when there is none with that id. */
  retrievePayment(paymentIntentId: string): Promise<PaymentState | null>

  /** Sends money we hold from a charge to a payout account. */
  transfer(input: {
    amountCents: number
    destination: string
    sourceCharge: string
    transferGroup: string
    paymentId: string
    idempotencyKey: string
  }): Promise<TransferOutcome>
  /** The transfer made for a group that was not reversed, or null. Throws when there are several: that is a loss. */
  findTransfer(transferGroup: string): Promise<TransferState | null>
  /** Gives money of a charge back to the card; all that is left when no amount is given. */
  refund(input: {
    chargeId: string
    amountCents?: number
    paymentId?: string
    idempotencyKey: string
  }): Promise<RefundOutcome>

  /** All that was ever moved for a group. */
  recordsOf(transferGroup: string): Promise<ProviderRecords>
  /** Charges and transfers made since a moment, whatever their group. Fees are not looked up. */
  recordsSince(since: Date): Promise<Pick<ProviderRecords, 'charges' | 'transfers'>>
  /** A dispute as it stands now; null when there is none with that id. */
  retrieveDispute(disputeId: string): Promise<DisputeRecord | null>

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
