import type { ProviderFailure } from './provider-failure.ts'

/** What the provider has, in the product's own words. Amounts are integer cents of USD. */

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
  /** Cents of the charge that went back already. */
  refundedCents: number
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
  /** Cents of it that were taken back. */
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
  /** What the provider kept of it, and the movement of our balance that says so; null while unknown. */
  feeCents: number | null
  balanceId: string | null
}

/** A charge or a transfer on our account, as far as telling whose it is needs it. */
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
 * A move of the platform's own balance that no payment's records tell. `cents` as the balance changed by it, without
 * the fee: what leaves is negative. `source` is the payout, or the move itself.
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
  /** The provider's word for what the card holder says: 'fraudulent', 'product_not_received'. */
  reason: string
  /** Until when evidence can be sent; null where no date is set. */
  evidenceDueBy: Date | null
  /** Whether the bank waits for evidence, has it, or takes none. */
  evidence: 'wanted' | 'sent' | 'not_taken'
  /** The payment our own evidence named; null when nothing was sent, or not by us. */
  evidencePaymentId: string | null
}

/** Money an account of a creator sent to their bank. */
export interface BankPayout {
  payoutId: string
  accountId: string
  amountCents: number
  /** `failed`: the bank sent it back, which it may do days after it was `paid`. */
  status: 'on_its_way' | 'paid' | 'failed'
  /** The day it should be at the bank, 'YYYY-MM-DD'. */
  arrivalDate: string
  /** Why it came back, or null. */
  failure: string | null
  sentAt: Date
  /** The transfers of ours whose money it carries. */
  transferIds: string[]
}

/** Everything the provider has on its books for one payment. */
export interface ProviderRecords {
  charges: ChargeRecord[]
  refunds: RefundRecord[]
  transfers: TransferState[]
  disputes: DisputeRecord[]
}

/** The platform's own account: when its balance is paid out, and what is on it, in cents of USD. */
export interface PlatformAccount {
  /** 'manual' where payouts are only made by hand; the provider's word otherwise, null for none. */
  payoutSchedule: string | null
  availableCents: number
  /** Paid by card and not spendable yet. */
  pendingCents: number
}

/** What a transfer or a refund came to. */
export type TransferOutcome = { ok: true; transferId: string } | ({ ok: false } & ProviderFailure)
export type RefundOutcome =
  | { ok: true; refundId: string; amountCents: number; status: 'succeeded' | 'pending' }
  | ({ ok: false } & ProviderFailure)
