import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import type { TestCard } from './cards.ts'
import type { CardBehaviour } from '#sandbox/stripe/state/stored.ts'
import { customer } from './customers.ts'
import { emit } from './events.ts'
import { cannot, noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, page, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** The payment method with an id, or Stripe's failure. */
export function paymentMethod(sandbox: Sandbox, id: string, param = 'id'): Stripe.PaymentMethod {
  const found = sandbox.state.payment_methods[id]
  if (found === undefined) throw noSuch('PaymentMethod', id, param)
  return found
}

/** The same for the same card, regardless of which customer saved it. */
export const fingerprintOf = ({ brand, number }: Pick<TestCard, 'brand' | 'number'>): string =>
  `sandbox${brand}${number.slice(-4)}`

/** A payment method for a test card, not attached yet. */
export function newCard(
  sandbox: Sandbox,
  card: TestCard,
  expiry: { expMonth: number; expYear: number },
): Stripe.PaymentMethod {
  const last4 = card.number.slice(-4)
  const created: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.expMonth,
      exp_year: expiry.expYear,
      fingerprint: fingerprintOf(card),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: sandbox.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  sandbox.state.payment_methods[created.id] = created
  sandbox.state.card_behaviours[created.id] = { behaviour: card.behaviour, agreed: false }
  return created
}

/** A card's behaviour, and whether its holder agreed in advance to later charges. */
export function behaviourOf(
  sandbox: Sandbox,
  id: string,
): { behaviour: CardBehaviour; agreed: boolean } {
  return sandbox.state.card_behaviours[id] ?? { behaviour: 'succeed', agreed: false }
}

/** Saves a card for a customer. Idempotent for the same customer. */
export function attachCard(sandbox: Sandbox, card: Stripe.PaymentMethod, customerId: string): void {
  customer(sandbox, customerId, 'customer')
  if (card.customer === customerId) return
  if (card.customer !== null) {
    throw cannot('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_already_attached',
    })
  }
  card.customer = customerId
  emit(sandbox, 'payment_method.attached', card)
}

function cardsOf(sandbox: Sandbox, customerId: string): Stripe.PaymentMethod[] {
  return Object.values(sandbox.state.payment_methods).filter((card) => card.customer === customerId)
}

const type = z.literal('card').optional()

const list = apiRoute(
  'GET /v1/payment_methods',
  paramsOf<Stripe.PaymentMethodListParams>()({ ...page, type, customer: text }),
  (sandbox, { params }) => {
    customer(sandbox, params.customer, 'customer')
    return listPage(cardsOf(sandbox, params.customer), params, '/v1/payment_methods')
  },
)

const listOfCustomer = apiRoute(
  'GET /v1/customers/:id/payment_methods',
  paramsOf<Stripe.CustomerListPaymentMethodsParams>()({ ...page, type }),
  (sandbox, { id, params }) => {
    customer(sandbox, id)
    return listPage(cardsOf(sandbox, id), params, `/v1/customers/${id}/payment_methods`)
  },
)

const retrieve = apiRoute(
  'GET /v1/payment_methods/:id',
  paramsOf<Stripe.PaymentMethodRetrieveParams>()({ expand }),
  (sandbox, { id }) => paymentMethod(sandbox, id),
)

const attach = apiRoute(
  'POST /v1/payment_methods/:id/attach',
  paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text, expand }),
  (sandbox, { id, params }) => {
    const card = paymentMethod(sandbox, id)
    attachCard(sandbox, card, params.customer)
    return card
  },
)

const detach = apiRoute(
  'POST /v1/payment_methods/:id/detach',
  paramsOf<Stripe.PaymentMethodDetachParams>()({ expand }),
  (sandbox, { id }) => {
    const card = paymentMethod(sandbox, id)
    if (card.customer === null) {
      throw cannot(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    card.customer = null
    emit(sandbox, 'payment_method.detached', card)
    return card
  },
)

/** Saved cards: list (both addresses), retrieve, attach, detach. */
export const paymentMethodRoutes = [list, listOfCustomer, retrieve, attach, detach]
