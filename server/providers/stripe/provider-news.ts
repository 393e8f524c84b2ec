import type { DeliveryRefusal } from '#contract/webhook-deliveries.ts'
import type { CheckoutState } from './provider-objects.ts'

/** What the provider reports by itself, in the product's own terms. Amounts are integer cents of USD. */

/** Thrown by `verifyWebhook` for bytes that are not a fresh, unmodified message from the provider. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
  readonly refusal: DeliveryRefusal

  constructor(refusal: DeliveryRefusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

/** A verified message from the provider. `id` is the same however often it is delivered. */
export type ProviderEvent = { id: string; type: string; createdAt: Date } & ProviderNews

/** What a message is about. Only move forward, or reread the object: the order is not guaranteed. */
export type ProviderNews =
  /** Someone finished a hosted page. `paymentStatus` says whether it is paid yet. */
  | {
      kind: 'checkout_completed'
      sessionId: string
      mode: 'payment' | 'setup'
      paymentStatus: CheckoutState['paymentStatus']
      metadata: Record<string, string>
    }
  /** A completed page's slow payment arrived, or failed. */
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
  /** The account's readiness may have changed: ask `payoutAccountReady`. */
  | { kind: 'payout_account_changed'; accountId: string }
  /** An account sent money to its owner's bank, or it arrived, or was returned: ask `retrievePayout`. */
  | { kind: 'payout_changed'; accountId: string; payoutId: string }
  /** Nothing to do, and why: an unfollowed type, test mode, or another account's. */
  | { kind: 'ignored'; why: 'not_followed' | 'wrong_mode' | 'other_account' }
