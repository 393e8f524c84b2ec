import type Stripe from 'stripe'
import { z } from 'zod'
import { apiRoute } from './api-route.ts'
import { type Decline, declineOf } from './cards.ts'
import { charge, newCharge, settleCharge } from './charges.ts'
import { customer } from './customers.ts'
import { emit } from './events.ts'
import { cannot, cardError, noSuch } from './failures.ts'
import { newId } from './ids.ts'
import { expand, flag, metadata, paramsOf, text, webAddress, wholeNumber } from './params.ts'
import { attachCard, behaviourOf, paymentMethod } from './payment-methods.ts'
import type { Sandbox } from './sandbox.ts'

/** Stripe's bounds for one payment in USD, in cents: $0.50 and eight digits. */
export const CHARGE_BOUNDS = { min: 50, max: 99_999_999 } as const

/** Refuses an amount outside Stripe's bounds, in Stripe's words. */
export function checkAmount(cents: number, param = 'amount'): void {
  if (cents < CHARGE_BOUNDS.min) throw cannot('Amount must be at least $0.50 usd', { code: 'amount_too_small', param })
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

/** What an intent is made of. */
export interface IntentParts {
  amount: number
  customer?: string | undefined
  description?: string | undefined
  metadata?: Record<string, string> | undefined
  transfer_group?: string | undefined
  setup_future_usage?: 'on_session' | 'off_session' | undefined
}

/** A payment intent nobody tried to pay yet. */
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
    currency: 'usd',
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

/** What became of an attempt to pay. */
export type Attempt =
  | { kind: 'succeeded' | 'processing' | 'requires_action' }
  | { kind: 'declined'; decline: Decline; chargeId: string }

/**
 * Tries to pay an intent with a card. `authenticated` says that the holder has just confirmed who they
 * are, `saved` that nobody typed the card now. A declined intent can be tried again with another card.
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
  const mustConfirm = behaviour === 'authenticate_always' || (behaviour === 'authenticate' && !(how.saved && agreed))
  if (mustConfirm && !how.authenticated) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
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

/** Ends an intent that was processing. Does nothing when it no longer is. */
export function settleIntent(sandbox: Sandbox, intent: Stripe.PaymentIntent, succeeds: boolean): boolean {
  if (intent.status !== 'processing' || typeof intent.latest_charge !== 'string') return false
  const waiting = charge(sandbox, intent.latest_charge)
  const card = paymentMethod(sandbox, String(intent.payment_method))
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

function failIntent(
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
  intent.last_payment_error = { type: 'card_error', charge: chargeId, payment_method: structuredClone(card), ...decline }
  emit(sandbox, 'payment_intent.payment_failed', intent)
}

/** Confirms with a card nobody is typing: what the API does, and the errors it answers. */
function confirmSaved(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  params: { payment_method?: string | undefined; off_session?: boolean | undefined; error_on_requires_action?: boolean | undefined },
): void {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw cannot(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const id = params.payment_method ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined)
  if (id === undefined) {
    throw cannot('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  const card = paymentMethod(sandbox, id, 'payment_method')
  if (card.customer !== intent.customer) {
    throw cannot(
      `The PaymentMethod ${card.id} does not belong to the Customer of this PaymentIntent. Please use a PaymentMethod attached to it.`,
      { param: 'payment_method' },
    )
  }
  const result = attempt(sandbox, intent, card, { authenticated: false, saved: true })
  if (result.kind === 'declined') {
    throw cardError({ ...result.decline, charge: result.chargeId, payment_intent: structuredClone(intent), payment_method: card })
  }
  if (result.kind === 'requires_action' && (params.off_session === true || params.error_on_requires_action === true)) {
    const decline: Decline = {
      code: 'authentication_required',
      decline_code: params.off_session === true ? 'authentication_required' : 'authentication_not_handled',
      message:
        params.off_session === true
          ? 'Your card was declined. This transaction requires authentication.'
          : 'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
    }
    const failed = newCharge(sandbox, intent, card, { kind: 'failed', decline })
    failIntent(sandbox, intent, card, decline, failed.id)
    throw cardError({ ...decline, charge: failed.id, payment_intent: structuredClone(intent), payment_method: card })
  }
}

const confirmParams = {
  payment_method: text.optional(),
  off_session: flag.optional(),
  error_on_requires_action: flag.optional(),
  return_url: webAddress.optional(),
  expand,
}

const create = apiRoute(
  'POST /v1/payment_intents',
  paramsOf<Stripe.PaymentIntentCreateParams>()({
    ...confirmParams,
    amount: wholeNumber,
    currency: z.literal('usd'),
    confirm: flag.optional(),
    customer: text.optional(),
    description: text.optional(),
    metadata: metadata.optional(),
    allowed_payment_method_types: z.array(z.literal('card')).optional(),
    transfer_group: text.optional(),
  }),
  (sandbox, { params }) => {
    checkAmount(params.amount)
    if (params.customer !== undefined) customer(sandbox, params.customer, 'customer')
    if (params.payment_method !== undefined) paymentMethod(sandbox, params.payment_method, 'payment_method')
    const created = newIntent(sandbox, params)
    if (params.confirm === true) confirmSaved(sandbox, created, params)
    else if (params.payment_method !== undefined) {
      created.payment_method = params.payment_method
      created.status = 'requires_confirmation'
    }
    return created
  },
)

const confirm = apiRoute(
  'POST /v1/payment_intents/:id/confirm',
  paramsOf<Stripe.PaymentIntentConfirmParams>()(confirmParams),
  (sandbox, { id, params }) => {
    const intent = paymentIntent(sandbox, id)
    confirmSaved(sandbox, intent, params)
    return intent
  },
)

const cancel = apiRoute(
  'POST /v1/payment_intents/:id/cancel',
  paramsOf<Stripe.PaymentIntentCancelParams>()({ expand }),
  (sandbox, { id }) => {
    const intent = paymentIntent(sandbox, id)
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
      throw cannot(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      })
    }
    intent.status = 'canceled'
    intent.canceled_at = sandbox.seconds()
    intent.next_action = null
    emit(sandbox, 'payment_intent.canceled', intent)
    return intent
  },
)

const retrieve = apiRoute(
  'GET /v1/payment_intents/:id',
  paramsOf<Stripe.PaymentIntentRetrieveParams>()({ expand }),
  (sandbox, { id }) => paymentIntent(sandbox, id),
)

/** Payment intents: create (and confirm with a saved card), confirm, cancel, retrieve. */
export const paymentIntentRoutes = [create, confirm, cancel, retrieve]
