import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import { emit } from './events.ts'
import { noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { expand, metadata, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** The customer with an id, or Stripe's failure; `param` names where the id was given. */
export function customer(sandbox: Sandbox, id: string, param = 'id'): Stripe.Customer {
  const found = sandbox.state.customers[id]
  if (found === undefined) throw noSuch('customer', id, param)
  return found
}

const changes = {
  email: text.optional(),
  name: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  expand,
}

const create = apiRoute(
  'POST /v1/customers',
  paramsOf<Stripe.CustomerCreateParams>()(changes),
  (sandbox, { params }) => {
    const created: Stripe.Customer = {
      id: newId('cus', 14),
      object: 'customer',
      balance: 0,
      created: sandbox.seconds(),
      default_source: null,
      delinquent: false,
      description: params.description ?? null,
      email: params.email ?? null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: params.metadata ?? {},
      name: params.name ?? null,
      shipping: null,
    }
    sandbox.state.customers[created.id] = created
    emit(sandbox, 'customer.created', created)
    return created
  },
)

const update = apiRoute(
  'POST /v1/customers/:id',
  paramsOf<Stripe.CustomerUpdateParams>()(changes),
  (sandbox, { id, params }) => {
    const found = customer(sandbox, id)
    if (params.email !== undefined) found.email = params.email
    if (params.name !== undefined) found.name = params.name
    if (params.description !== undefined) found.description = params.description
    found.metadata = { ...found.metadata, ...params.metadata }
    emit(sandbox, 'customer.updated', found)
    return found
  },
)

const retrieve = apiRoute(
  'GET /v1/customers/:id',
  paramsOf<Stripe.CustomerRetrieveParams>()({ expand }),
  (sandbox, { id }) => customer(sandbox, id),
)

/** Customers: create, update, retrieve. */
export const customerRoutes = [create, update, retrieve]
