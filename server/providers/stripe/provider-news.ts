import type { DeliveryRefusal } from '#contract/webhook-deliveries.ts'
import type { CheckoutState } from './provider-objects.ts'

/** Events that the provider reports by itself, in the product's own terms. Amounts are integer cents of USD. */

/** Thrown by `verifyWebhook` for bytes that are not a fresh, unmodified message from the provider. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
  readonly refusal: DeliveryRefusal

  constructor(refusal: DeliveryRefusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

/** A verified message from the provider. `id` is the same for every delivery of it. */
export type ProviderEvent = { id: string; type: string; createdAt: Date } & ProviderNews

/** The subject of a message. Only move forward, or reread the object: the order is not guaranteed. */
export type ProviderNews =
  /** Someone finished a hosted page. `paymentStatus` says whether it is paid yet. */
  | {
      kind: 'checkout_completed'
      sessionId: string
      mode: 'payment' | 'setup'
      paymentStatus: CheckoutState['paymentStatus']
      metadata: Record<string, string>
    }
  /** A delayed payment of a completed page arrived, or failed. */
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
  /** The account's readiness may have changed: call `payoutAccountReady`. */
  | { kind: 'payout_account_changed'; accountId: string }
  /** An account sent money to its owner's bank, or it arrived, or was returned: call `retrievePayout`. */
  | { kind: 'payout_changed'; accountId: string; payoutId: string }
  /** Nothing to do, and why: a type we do not follow, test mode, or another account's event. */
  | { kind: 'ignored'; why: 'not_followed' | 'wrong_mode' | 'other_account' }
