import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import { declineOf } from './cards.ts'
import { emit } from './events.ts'
import { noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { expand, paramsOf } from './params.ts'
import { attachCard, behaviourOf } from './payment-methods.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** An intent to save a card for a customer. */
export function newSetupIntent(sandbox: Sandbox, customerId: string | null): Stripe.SetupIntent {
  const id = newId('seti')
  const created: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('s', 20).slice(2)}`,
    created: sandbox.seconds(),
    customer: customerId,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
  sandbox.state.setup_intents[id] = created
  emit(sandbox, 'setup_intent.created', created)
  return created
}

/** The result of an attempt to save a card. */
export type SetupAttempt =
  | { kind: 'succeeded' | 'requires_action' }
  | { kind: 'declined'; message: string }

/** Tries to save a card; a declined or unconfirmed card is not saved. */
export function attemptSetup(
  sandbox: Sandbox,
  intent: Stripe.SetupIntent,
  card: Stripe.PaymentMethod,
  how: { authenticated: boolean },
): SetupAttempt {
  const { behaviour } = behaviourOf(sandbox, card.id)
  // This card demonstrates a saved card's decline: saving it succeeds.
  const decline = behaviour === 'decline_when_charged' ? null : declineOf(behaviour)
  intent.payment_method = card.id
  if (decline !== null) {
    intent.payment_method = null
    intent.status = 'requires_payment_method'
    intent.last_setup_error = {
      type: 'card_error',
      payment_method: structuredClone(card),
      ...decline,
    }
    emit(sandbox, 'setup_intent.setup_failed', intent)
    return { kind: 'declined', message: decline.message }
  }
  if ((behaviour === 'authenticate' || behaviour === 'authenticate_always') && !how.authenticated) {
    intent.status = 'requires_action'
    intent.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect' },
    }
    emit(sandbox, 'setup_intent.requires_action', intent)
    return { kind: 'requires_action' }
  }
  sandbox.state.card_behaviours[card.id] = { behaviour, agreed: true }
  if (typeof intent.customer === 'string') attachCard(sandbox, card, intent.customer)
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_setup_error = null
  emit(sandbox, 'setup_intent.succeeded', intent)
  return { kind: 'succeeded' }
}

const retrieve = apiRoute(
  'GET /v1/setup_intents/:id',
  paramsOf<Stripe.SetupIntentRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = sandbox.state.setup_intents[id]
    if (found === undefined) throw noSuch('setup_intent', id)
    return found
  },
)

/** Setup intents: retrieve. Only Checkout creates them. */
export const setupIntentRoutes = [retrieve]
