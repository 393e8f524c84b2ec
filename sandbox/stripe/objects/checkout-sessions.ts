import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import { customer } from './customers.ts'
import { emit } from './events.ts'
import { cannot, noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import {
  currency,
  expand,
  metadata,
  pageByTime,
  paramsOf,
  text,
  webAddress,
  wholeNumber,
} from './params.ts'
import { CHARGE_BOUNDS } from './payment-intents.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import type { StoredSession } from '#sandbox/stripe/state/stored.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S

/** The session with an id, or Stripe's failure. */
export function storedSession(sandbox: Sandbox, id: string): StoredSession {
  const found = sandbox.state.checkout_sessions[id]
  if (found === undefined) throw noSuch('checkout.session', id)
  return found
}

/** Expires every open session that is due. */
export function expireSessions(sandbox: Sandbox): void {
  for (const stored of Object.values(sandbox.state.checkout_sessions)) {
    if (stored.session.status === 'open' && stored.session.expires_at <= sandbox.seconds()) {
      expireSession(sandbox, stored)
    }
  }
}

/** Expires an open session; throws Stripe's failure for any other. */
export function expireSession(sandbox: Sandbox, stored: StoredSession): void {
  const { session } = stored
  if (session.status !== 'open') {
    throw cannot(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session.status)}.`,
    )
  }
  session.status = 'expired'
  session.url = null
  stored.confirming = null
  emit(sandbox, 'checkout.session.expired', session)
}

const item = z.strictObject({
  price_data: z.strictObject({
    currency,
    unit_amount: wholeNumber,
    product_data: z.strictObject({ name: text, description: text.optional() }),
  }),
  quantity: wholeNumber,
})

const intentData = z.strictObject({
  description: text.optional(),
  metadata: metadata.optional(),
  transfer_group: text.optional(),
  setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
})

const create = apiRoute(
  'POST /v1/checkout/sessions',
  paramsOf<Stripe.Checkout.SessionCreateParams>()({
    mode: z.enum(['payment', 'setup']),
    success_url: webAddress,
    cancel_url: webAddress.optional(),
    client_reference_id: text.max(200).optional(),
    currency: currency.optional(),
    customer: text.optional(),
    expires_at: wholeNumber.optional(),
    line_items: z.array(item).optional(),
    metadata: metadata.optional(),
    allowed_payment_method_types: z.array(z.literal('card')).optional(),
    payment_intent_data: intentData.optional(),
    setup_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
    expand,
  }),
  (sandbox, { params }) => {
    const now = sandbox.seconds()
    const items = (params.line_items ?? []).map((line) => ({
      name: line.price_data.product_data.name,
      amount: line.price_data.unit_amount,
      quantity: line.quantity,
    }))
    const total = items.reduce((sum, line) => sum + line.amount * line.quantity, 0)
    const currencies = new Set(params.line_items?.map((line) => line.price_data.currency))
    if (params.mode === 'payment') checkTotal(items.length, total, currencies)
    else checkSetup(params)
    if (params.customer !== undefined) customer(sandbox, params.customer, 'customer')
    const expiresAt = params.expires_at ?? now + DAY_S
    // A minute of grace each way, for clock skew.
    if (expiresAt < now + 29 * MINUTE_S || expiresAt > now + DAY_S + MINUTE_S) {
      throw cannot(
        'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
        { param: 'expires_at' },
      )
    }
    const session = newSession(sandbox, {
      mode: params.mode,
      total: params.mode === 'payment' ? total : null,
      currency: [...currencies][0] ?? params.currency ?? 'usd',
      successUrl: params.success_url,
      cancelUrl: params.cancel_url ?? null,
      reference: params.client_reference_id ?? null,
      customerId: params.customer ?? null,
      metadata: params.metadata ?? {},
      allowedTypes: params.allowed_payment_method_types ?? null,
      expiresAt,
    })
    sandbox.state.checkout_sessions[session.id] = {
      session,
      items,
      intent: params.payment_intent_data ?? {},
      confirming: null,
    }
    return session
  },
)

function checkTotal(lines: number, total: number, currencies: Set<string>): void {
  if (lines === 0)
    throw cannot('You must provide line_items in payment mode.', { param: 'line_items' })
  if (currencies.size > 1)
    throw cannot('You must provide the same currency for all line_items.', { param: 'line_items' })
  if (total < CHARGE_BOUNDS.min) {
    throw cannot("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: 'amount_too_small',
    })
  }
  if (total > CHARGE_BOUNDS.max) {
    throw cannot("The Checkout Session's total amount must be no more than $999,999.99", {
      code: 'amount_too_large',
    })
  }
}

function checkSetup(params: {
  line_items?: unknown
  payment_intent_data?: unknown
  allowed_payment_method_types?: unknown
  currency?: unknown
}): void {
  if (params.line_items !== undefined)
    throw cannot('You can not pass `line_items` in `setup` mode.', { param: 'line_items' })
  if (params.payment_intent_data !== undefined) {
    throw cannot('You can not pass `payment_intent_data` in `setup` mode.', {
      param: 'payment_intent_data',
    })
  }
  if (params.currency === undefined && params.allowed_payment_method_types === undefined) {
    throw cannot('Missing required param: currency.', {
      param: 'currency',
      code: 'parameter_missing',
    })
  }
}

function newSession(
  sandbox: Sandbox,
  parts: {
    mode: 'payment' | 'setup'
    total: number | null
    currency: string
    successUrl: string
    cancelUrl: string | null
    reference: string | null
    customerId: string | null
    metadata: Record<string, string>
    allowedTypes: string[] | null
    expiresAt: number
  },
): Stripe.Checkout.Session {
  const id = newId('cs_test', 40)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: parts.allowedTypes,
    amount_subtotal: parts.total,
    amount_total: parts.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: parts.cancelUrl,
    client_reference_id: parts.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: sandbox.seconds(),
    currency: parts.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: parts.customerId,
    customer_account: null,
    customer_creation: parts.mode === 'payment' ? 'if_required' : null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: parts.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: parts.metadata,
    mode: parts.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: parts.mode === 'payment' ? 'unpaid' : 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: parts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${sandbox.publicUrl()}/checkout/${id}`,
    wallet_options: null,
  }
}

const retrieve = apiRoute(
  'GET /v1/checkout/sessions/:id',
  paramsOf<Stripe.Checkout.SessionRetrieveParams>()({ expand }),
  (sandbox, { id }) => storedSession(sandbox, id).session,
)

const list = apiRoute(
  'GET /v1/checkout/sessions',
  paramsOf<Stripe.Checkout.SessionListParams>()({
    ...pageByTime,
    customer: text.optional(),
    payment_intent: text.optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
  }),
  (sandbox, { params }) => {
    const matching = Object.values(sandbox.state.checkout_sessions)
      .map((stored) => stored.session)
      .filter((row) => params.customer === undefined || row.customer === params.customer)
      .filter(
        (row) =>
          params.payment_intent === undefined || row.payment_intent === params.payment_intent,
      )
      .filter((row) => params.status === undefined || row.status === params.status)
    return listPage(matching, params, '/v1/checkout/sessions')
  },
)

const expire = apiRoute(
  'POST /v1/checkout/sessions/:id/expire',
  paramsOf<Stripe.Checkout.SessionExpireParams>()({ expand }),
  (sandbox, { id }) => {
    const stored = storedSession(sandbox, id)
    expireSession(sandbox, stored)
    return stored.session
  },
)

/** Checkout sessions: create (payment, setup), retrieve, list, expire. */
export const checkoutSessionRoutes = [create, retrieve, list, expire]
