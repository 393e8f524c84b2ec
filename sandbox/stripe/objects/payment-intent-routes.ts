import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import type { Decline } from './cards.ts'
import { newCharge } from './charges.ts'
import { customer } from './customers.ts'
import { emit } from './events.ts'
import { cannot, cardError } from '#sandbox/stripe/state/failures.ts'
import {
  currency,
  expand,
  flag,
  metadata,
  paramsOf,
  text,
  webAddress,
  wholeNumber,
} from './params.ts'
import { attempt, checkAmount, failIntent, newIntent, paymentIntent } from './payment-intents.ts'
import { paymentMethod } from './payment-methods.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** Confirms without a person present: what the API does, and its errors. */
function confirmSaved(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  params: {
    payment_method?: string | undefined
    off_session?: boolean | undefined
    error_on_requires_action?: boolean | undefined
  },
): void {
  if (
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  ) {
    throw cannot(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const id =
    params.payment_method ??
    (typeof intent.payment_method === 'string' ? intent.payment_method : undefined)
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
    throw cardError({
      ...result.decline,
      charge: result.chargeId,
      payment_intent: structuredClone(intent),
      payment_method: card,
    })
  }
  if (
    result.kind === 'requires_action' &&
    (params.off_session === true || params.error_on_requires_action === true)
  ) {
    const decline: Decline = {
      code: 'authentication_required',
      decline_code:
        params.off_session === true ? 'authentication_required' : 'authentication_not_handled',
      message:
        params.off_session === true
          ? 'Your card was declined. This transaction requires authentication.'
          : 'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
    }
    const failed = newCharge(sandbox, intent, card, { kind: 'failed', decline })
    failIntent(sandbox, intent, card, decline, failed.id)
    throw cardError({
      ...decline,
      charge: failed.id,
      payment_intent: structuredClone(intent),
      payment_method: card,
    })
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
    currency,
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
    if (params.payment_method !== undefined)
      paymentMethod(sandbox, params.payment_method, 'payment_method')
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
    if (
      intent.status === 'succeeded' ||
      intent.status === 'canceled' ||
      intent.status === 'processing'
    ) {
      throw cannot(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        {
          code: 'payment_intent_unexpected_state',
        },
      )
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
