import type Stripe from 'stripe'

/** What the state keeps beside Stripe's own objects. Stands apart, so that the state imports none of the nouns that use it. */

/** What a card does when it is charged. */
export type CardBehaviour =
  | 'succeed'
  | 'decline'
  | 'insufficient_funds'
  /** Can be saved, but every later charge is declined. */
  | 'decline_when_charged'
  /** Asks the holder to confirm, once: saved with that confirmation it works without. */
  | 'authenticate'
  /** Asks the holder to confirm on every single charge. */
  | 'authenticate_always'
  /** Checkout completes unpaid; somebody decides on the dashboard how the payment ends. */
  | 'pay_later'

/** A session and what it was opened with that Stripe does not show on it. */
export interface StoredSession {
  session: Stripe.Checkout.Session
  /** What is bought, for the page. */
  items: { name: string; amount: number; quantity: number }[]
  intent: {
    description?: string | undefined
    metadata?: Record<string, string> | undefined
    transfer_group?: string | undefined
    setup_future_usage?: 'on_session' | 'off_session' | undefined
  }
  /** A card waiting for its holder to confirm on the next page. */
  confirming: string | null
}

/** A link somebody may open once. */
export interface AccountLink {
  token: string
  account: string
  return_url: string
  refresh_url: string
  /** Milliseconds on the sandbox's clock. */
  expires_at: number
  used: boolean
}

/** The pages a link opened: these may be reloaded, unlike the link. */
export interface OnboardingFlow {
  id: string
  account: string
  return_url: string
  done: boolean
}

/** A movement of a connected account's balance, and the payout that took it to the bank. */
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

/** A thin event as `GET /v2/core/events/:id` gives it; the webhook carries it without `data`. */
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

/** A snapshot event, loosely: the object is whatever it is about. */
export interface SnapshotEvent extends Omit<Stripe.EventBase, 'type' | 'data'> {
  type: Stripe.Event['type']
  data: { object: object }
}

/** One try at handing an event over. */
export interface DeliveryAttempt {
  at: string
  /** The status answered, or null when nobody did. */
  status: number | null
  error: string | null
  /** How it was handed over, when not as usual (`deliveries.ts`). */
  how?: string
}

/** An event and how its delivery stands. */
export interface StoredEvent {
  event: SnapshotEvent | ThinEvent
  delivery: {
    state: 'pending' | 'delivered' | 'given_up'
    attempts: DeliveryAttempt[]
    /** Milliseconds of real time; null when nothing is to be done. */
    next_at: number | null
    /** Where the back-off stands; starts again when somebody asks for another delivery. */
    tries_left: number
  }
}

/** The first answer given under a key, kept byte for byte. */
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

/** One API call as it came in, for tests and the dashboard. Secrets never get this far. */
export interface RequestEntry {
  id: string
  at: string
  method: string
  path: string
  idempotency_key: string | null
  params: unknown
  status: number | null
  replayed: boolean
  /** The switch that struck it. */
  fault: string | null
}

/** A switch that is set: how many more times it strikes, and where. */
export interface SwitchSetting {
  name: string
  target: string | null
  times: number
}

/** Stripe's intervals. A new account of Stripe's is on `daily`; the sandbox begins with what the product needs. */
export const PAYOUT_INTERVALS = ['manual', 'daily', 'weekly', 'monthly'] as const
export type PlatformPayouts = (typeof PAYOUT_INTERVALS)[number]
