import type Stripe from 'stripe'

/**
 * What the state stores beside Stripe's own objects. A separate file, so that the state imports none of the objects
 * that use it.
 */

/** A card's behaviour when charged. */
export type CardBehaviour =
  | 'succeed'
  | 'decline'
  | 'insufficient_funds'
  /** Can be saved, but every later charge is declined. */
  | 'decline_when_charged'
  /** Requires authentication once: a card saved with it then works without. */
  | 'authenticate'
  /** Requires authentication for every single charge. */
  | 'authenticate_always'
  /** Checkout completes unpaid; the dashboard decides how the payment ends. */
  | 'pay_later'

/** A session and the input that Stripe does not show on it. */
export interface StoredSession {
  session: Stripe.Checkout.Session
  /** The item that is bought, for the page. */
  items: { name: string; amount: number; quantity: number }[]
  intent: {
    description?: string | undefined
    metadata?: Record<string, string> | undefined
    transfer_group?: string | undefined
    setup_future_usage?: 'on_session' | 'off_session' | undefined
  }
  /** A card waiting for authentication on the next page. */
  confirming: string | null
}

/** A link that can be opened once. */
export interface AccountLink {
  token: string
  account: string
  return_url: string
  refresh_url: string
  /** Milliseconds on the sandbox's clock. */
  expires_at: number
  used: boolean
}

/** The pages a link opened: unlike the link, these may be reloaded. */
export interface OnboardingFlow {
  id: string
  account: string
  return_url: string
  done: boolean
}

/** A movement on a connected account's balance, and its payout to the bank. */
export interface AccountMovement {
  account: string
  payout: string | null
  transaction: Stripe.BalanceTransaction
}

/** The types of thin event the sandbox sends. */
export type ThinEventType =
  | 'v2.core.account.closed'
  | 'v2.core.account.created'
  | 'v2.core.account[requirements].updated'
  | 'v2.core.account[configuration.recipient].capability_status_updated'

/** A thin event as `GET /v2/core/events/:id` returns it; the webhook carries it without `data`. */
export interface ThinEvent {
  id: string
  object: 'v2.core.event'
  type: ThinEventType
  created: string
  livemode: false
  context: null
  reason: { type: 'request'; request: { id: string; idempotency_key: string } } | null
  related_object: { id: string; type: string; url: string }
  data: Record<string, string>
}

/** A snapshot event, loosely typed: its object can be of any type. */
export interface SnapshotEvent extends Omit<Stripe.EventBase, 'type' | 'data'> {
  type: Stripe.Event['type']
  data: { object: object }
}

/** One attempt at delivering an event. */
export interface DeliveryAttempt {
  at: string
  /** The response's status, or null without one. */
  status: number | null
  error: string | null
  /** How it was delivered, if not in the usual way (`deliveries.ts`). */
  how?: string
}

/** An event and the state of its delivery. */
export interface StoredEvent {
  event: SnapshotEvent | ThinEvent
  delivery: {
    state: 'pending' | 'delivered' | 'given_up'
    attempts: DeliveryAttempt[]
    /** Milliseconds of real time; null when nothing is due. */
    next_at: number | null
    /** The position in the back-off; restarts when another delivery is requested. */
    tries_left: number
  }
}

/** The first response under a key, stored byte for byte. */
export interface KeptAnswer {
  /** Method and path of the first call. */
  call: string
  params_hash: string
  status: number
  body: string
  headers: Record<string, string>
  request_id: string
  /** Milliseconds on the sandbox's clock. */
  kept_at: number
}

/** One API call as received, for tests and the dashboard. Never contains secrets. */
export interface RequestEntry {
  id: string
  at: string
  method: string
  path: string
  idempotency_key: string | null
  params: unknown
  status: number | null
  replayed: boolean
  /** The switch that affected it. */
  fault: string | null
}

/** An armed switch: how many more times it strikes, and where. */
export interface SwitchSetting {
  name: string
  target: string | null
  times: number
}

/** Stripe's intervals. A new Stripe account is on `daily`; the sandbox starts with what the product needs. */
export const PAYOUT_INTERVALS = ['manual', 'daily', 'weekly', 'monthly'] as const
export type PlatformPayouts = (typeof PAYOUT_INTERVALS)[number]
