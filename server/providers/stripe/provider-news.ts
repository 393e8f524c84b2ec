import type { CheckoutState } from './provider-objects.ts'

/** What the provider reports by itself, in the product's own words. Amounts are integer cents of USD. */

/** Thrown by `verifyWebhook` for bytes that are not a fresh, untouched message from the provider. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

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
      paymentIntentId: string | null
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
      paymentIntentId: string | null
      amountCents: number
      status: string
    }
  /** Whether the account is ready may have changed: ask `payoutAccountReady`. */
  | { kind: 'payout_account_changed'; accountId: string }
  /** An account sent money to its owner's bank, or it arrived, or came back: ask `retrievePayout`. */
  | { kind: 'payout_changed'; accountId: string; payoutId: string }
  /** Nothing to do, and why: a type we do not follow, test mode, or another account's. */
  | { kind: 'ignored'; why: 'not_followed' | 'wrong_mode' | 'other_account' }
