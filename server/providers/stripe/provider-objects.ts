import type { ProviderFailure } from './provider-failure.ts'

/** The provider's objects, in the product's own terms. Amounts are integer cents of USD. */

/** A card as people see it. */
export interface CardFace {
  brand: string
  last4: string
  /** The same for the same card, regardless of which customer saved it; null if the provider has none. */
  fingerprint: string | null
}

/** A saved card. */
export interface SavedCard extends CardFace {
  paymentMethodId: string
  customerId: string | null
  expMonth: number
  expYear: number
}

/** A hosted page to send a person to. */
export interface HostedPage {
  sessionId: string
  url: string
}

/** A hosted payment or card set-up in its current state. */
export interface CheckoutState {
  sessionId: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  /** `not_due` for a card set-up, which requests no money. */
  paymentStatus: 'paid' | 'unpaid' | 'not_due'
  paymentIntentId: string | null
  /** The charge that succeeded or is in progress. */
  chargeId: string | null
  /** When the card was charged, by the provider's clock; null until then. */
  chargedAt: Date | null
  amountCents: number | null
  currency: string | null
  /** Cents of the charge that were already refunded. */
  refundedCents: number
  metadata: Record<string, string>
  customerId: string | null
  /** The hosted page's address while it is open. */
  url: string | null
  /** The card that paid, or was saved; absent until one is given. */
  card?: CardFace
  /** The card saved by a set-up. */
  savedCard?: SavedCard
}

/** A payment in its current state, however it was made. */
export interface PaymentState {
  paymentIntentId: string
  status: 'succeeded' | 'processing' | 'unpaid' | 'canceled'
  chargeId: string | null
  /** When the card was charged, by the provider's clock; null until then. */
  chargedAt: Date | null
  amountCents: number
  currency: string
  refundedCents: number
  metadata: Record<string, string>
  transferGroup: string | null
  card?: CardFace
}

/** The outcome of paying with a saved card. */
export type SavedCardPayment =
  | {
      kind: 'succeeded'
      paymentIntentId: string
      chargeId: string
      amountCents: number
      card?: CardFace
    }
  /** The bank wants to authenticate the cardholder: send them to a hosted page. Nothing was charged. */
  | { kind: 'authentication_required' }
  /** The bank declined; `reason` may be shown to the buyer. */
  | ({ kind: 'declined' } & ProviderFailure)
  /** Any other failure; see `definitive`. */
  | ({ kind: 'failed' } & ProviderFailure)

/** A transfer to a payout account. */
export interface TransferState {
  transferId: string
  amountCents: number
  destination: string
  sourceCharge: string | null
  transferGroup: string | null
  /** False once it was fully reversed. */
  standing: boolean
  /** Cents of it that were reversed. */
  reversedCents: number
}

/** A charge on the provider's books. */
export interface ChargeRecord {
  chargeId: string
  paymentIntentId: string | null
  transferGroup: string | null
  amountCents: number
  refundedCents: number
  succeeded: boolean
  /** The provider's fee, and the movement of our balance that contains it; null while unknown. */
  feeCents: number | null
  balanceId: string | null
}

/** A charge or a transfer on our account, with the fields that identify its owner. */
export interface MoveRecord {
  kind: 'charge' | 'transfer'
  id: string
  amountCents: number
  transferGroup: string | null
  metadata: Record<string, string>
  /** The customer who was charged, or the account that received the transfer. */
  partyId: string | null
  /** The charge a transfer was taken from. */
  sourceChargeId: string | null
}

/**
 * A movement on the platform's own balance outside any payment's records. `cents` is the change of the balance without
 * the fee: outgoing amounts are negative. `source` is the payout, or the movement itself.
 */
export interface BalanceMove {
  kind: 'payout' | 'payout_back' | 'fee'
  id: string
  source: string
  cents: number
  feeCents: number
}

/** A refund on the provider's books. `standing` false: it failed, and the money is ours again. */
export interface RefundRecord {
  refundId: string
  chargeId: string
  amountCents: number
  standing: boolean
}

/** A dispute in its current state. */
export interface DisputeRecord {
  disputeId: string
  chargeId: string | null
  paymentIntentId: string | null
  amountCents: number
  outcome: 'open' | 'won' | 'lost'
  /** The amounts the bank took from our balance and returned, and the provider's charges for all of it. */
  withdrawnCents: number
  reinstatedCents: number
  feeCents: number
  /** The provider's term for the cardholder's claim: 'fraudulent', 'product_not_received'. */
  reason: string
  /** The deadline for sending evidence; null when none is set. */
  evidenceDueBy: Date | null
  /** Whether the bank is waiting for evidence, has it, or accepts none. */
  evidence: 'wanted' | 'sent' | 'not_taken'
  /** The payment named in our own evidence; null when none was sent, or not by us. */
  evidencePaymentId: string | null
}

/** Money that a creator's account sent to their bank. */
export interface BankPayout {
  payoutId: string
  accountId: string
  amountCents: number
  /** `failed`: the bank returned it, which it may do days after it was `paid`. */
  status: 'on_its_way' | 'paid' | 'failed'
  /** The day the bank should have it, 'YYYY-MM-DD'. */
  arrivalDate: string
  /** Why it was returned, or null. */
  failure: string | null
  sentAt: Date
  /** Our transfers whose money it carries. */
  transferIds: string[]
}

/** Everything on the provider's books for one payment. */
export interface ProviderRecords {
  charges: ChargeRecord[]
  refunds: RefundRecord[]
  transfers: TransferState[]
  disputes: DisputeRecord[]
}

/** The platform's own account: its payout schedule, and its balance in cents of USD. */
export interface PlatformAccount {
  /** 'manual' when payouts are only made by hand; otherwise the provider's term, null for none. */
  payoutSchedule: string | null
  availableCents: number
  /** Paid by card and not available yet. */
  pendingCents: number
}

/** The outcome of a transfer or a refund. */
export type TransferOutcome = { ok: true; transferId: string } | ({ ok: false } & ProviderFailure)
export type RefundOutcome =
  | { ok: true; refundId: string; amountCents: number; status: 'succeeded' | 'pending' }
  | ({ ok: false } & ProviderFailure)
