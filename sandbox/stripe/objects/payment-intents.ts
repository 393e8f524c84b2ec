import type Stripe from 'stripe'
import { type Decline, declineOf } from './cards.ts'
import { charge, newCharge, settleCharge } from './charges.ts'
import { emit } from './events.ts'
import { cannot, noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { attachCard, behaviourOf, paymentMethod } from './payment-methods.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** Stripe's bounds for one payment in USD, in cents: $0.50 and eight digits. */
export const CHARGE_BOUNDS = { min: 50, max: 99_999_999 } as const

/** Refuses an amount outside Stripe's bounds, in Stripe's words. */
export function checkAmount(cents: number, param = 'amount'): void {
  if (cents < CHARGE_BOUNDS.min)
    throw cannot('Amount must be at least $0.50 usd', { code: 'amount_too_small', param })
  if (cents > CHARGE_BOUNDS.max) {
    throw cannot('Amount must be no more than $999,999.99', { code: 'amount_too_large', param })
  }
}

/** The payment intent with an id, or Stripe's failure. */
export function paymentIntent(sandbox: Sandbox, id: string, param = 'id'): Stripe.PaymentIntent {
  const found = sandbox.state.payment_intents[id]
  if (found === undefined) throw noSuch('payment_intent', id, param)
  return found
}

/** An intent's input. */
export interface IntentParts {
  amount: number
  currency: string
  customer?: string | undefined
  description?: string | undefined
  metadata?: Record<string, string> | undefined
  transfer_group?: string | undefined
  setup_future_usage?: 'on_session' | 'off_session' | undefined
}

/** A new payment intent without an attempt. */
export function newIntent(sandbox: Sandbox, parts: IntentParts): Stripe.PaymentIntent {
  const id = newId('pi')
  const created: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: parts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('s', 20).slice(2)}`,
    confirmation_method: 'automatic',
    created: sandbox.seconds(),
    currency: parts.currency,
    customer: parts.customer ?? null,
    customer_account: null,
    description: parts.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: parts.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: parts.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: parts.transfer_group ?? null,
  }
  sandbox.state.payment_intents[id] = created
  emit(sandbox, 'payment_intent.created', created)
  return created
}

/** The result of an attempt to pay. */
export type Attempt =
  | { kind: 'succeeded' | 'processing' | 'requires_action' }
  | { kind: 'declined'; decline: Decline; chargeId: string }

/**
 * Tries to pay an intent with a card. `authenticated`: the holder has just confirmed who they are; `saved`: the card
 * was not typed now. A declined intent can be retried with another card.
 */
export function attempt(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod,
  how: { authenticated: boolean; saved: boolean },
): Attempt {
  const { behaviour, agreed } = behaviourOf(sandbox, card.id)
  intent.payment_method = card.id
  const decline = declineOf(behaviour)
  if (decline !== null) {
    const failed = newCharge(sandbox, intent, card, { kind: 'failed', decline })
    failIntent(sandbox, intent, card, decline, failed.id)
    return { kind: 'declined', decline, chargeId: failed.id }
  }
  const mustConfirm =
    behaviour === 'authenticate_always' || (behaviour === 'authenticate' && !(how.saved && agreed))
  if (mustConfirm && !how.authenticated) {
    intent.status = 'requires_action'
    intent.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect' },
    }
    emit(sandbox, 'payment_intent.requires_action', intent)
    return { kind: 'requires_action' }
  }
  if (behaviour === 'pay_later') {
    intent.latest_charge = newCharge(sandbox, intent, card, { kind: 'pending' }).id
    intent.status = 'processing'
    intent.next_action = null
    emit(sandbox, 'payment_intent.processing', intent)
    return { kind: 'processing' }
  }
  if (intent.setup_future_usage !== null && typeof intent.customer === 'string') {
    attachCard(sandbox, card, intent.customer)
    sandbox.state.card_behaviours[card.id] = { behaviour, agreed: true }
  }
  succeed(sandbox, intent, newCharge(sandbox, intent, card, { kind: 'succeeded' }).id)
  return { kind: 'succeeded' }
}

/** Ends a processing intent. No-op if it is no longer processing. */
export function settleIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  succeeds: boolean,
): boolean {
  if (intent.status !== 'processing' || typeof intent.latest_charge !== 'string') return false
  const waiting = charge(sandbox, intent.latest_charge)
  const method = intent.payment_method
  const card = paymentMethod(sandbox, typeof method === 'string' ? method : (method?.id ?? ''))
  if (succeeds) {
    settleCharge(sandbox, waiting, null)
    succeed(sandbox, intent, waiting.id)
    return true
  }
  const decline = declineOf('decline')
  if (decline === null) return false
  settleCharge(sandbox, waiting, decline)
  failIntent(sandbox, intent, card, decline, waiting.id)
  return true
}

function succeed(sandbox: Sandbox, intent: Stripe.PaymentIntent, chargeId: string): void {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = chargeId
  intent.next_action = null
  intent.last_payment_error = null
  emit(sandbox, 'payment_intent.succeeded', intent)
}

/** Resets an intent so that another card can be tried, with the reason why this one failed. */
export function failIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod,
  decline: Decline,
  chargeId: string,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.latest_charge = chargeId
  intent.last_payment_error = {
    type: 'card_error',
    charge: chargeId,
    payment_method: structuredClone(card),
    ...decline,
  }
  emit(sandbox, 'payment_intent.payment_failed', intent)
}
