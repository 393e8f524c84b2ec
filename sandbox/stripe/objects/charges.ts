import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import { enterBalance, processingFee } from './balance.ts'
import type { Decline } from './cards.ts'
import { emit } from './events.ts'
import { noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, pageByTime, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** The charge with an id, or Stripe's failure. */
export function charge(sandbox: Sandbox, id: string, param = 'id'): Stripe.Charge {
  const found = sandbox.state.charges[id]
  if (found === undefined) throw noSuch('charge', id, param)
  return found
}

/** A new charge of `amount` cents; it is in no table yet. */
export function bareCharge(sandbox: Sandbox, id: string, amount: number): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'STRIPE SANDBOX',
    captured: false,
    created: sandbox.seconds(),
    currency: 'usd',
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
}

/** The initial state of a charge: succeeded, refused, or pending at a slow bank. */
export type ChargeResult =
  | { kind: 'succeeded' }
  | { kind: 'pending' }
  | { kind: 'failed'; decline: Decline }

/** Charges a card for an intent. Money enters the balance only when it succeeded. */
export function newCharge(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod,
  result: ChargeResult,
): Stripe.Charge {
  const decline = result.kind === 'failed' ? result.decline : null
  const created: Stripe.Charge = {
    ...bareCharge(sandbox, newId('ch'), intent.amount),
    captured: result.kind !== 'failed',
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: { ...intent.metadata },
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: intent.amount,
        authorization_code: null,
        brand: card.card?.brand ?? null,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: card.card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card.card?.exp_month ?? 0,
        exp_year: card.card?.exp_year ?? 0,
        fingerprint: card.card?.fingerprint ?? null,
        funding: card.card?.funding ?? null,
        installments: null,
        last4: card.card?.last4 ?? null,
        mandate: null,
        network: card.card?.brand ?? null,
        network_token: null,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    status: result.kind,
    transfer_group: intent.transfer_group,
  }
  sandbox.state.charges[created.id] = created
  if (result.kind === 'succeeded') takeMoney(sandbox, created)
  if (result.kind === 'pending') emit(sandbox, 'charge.pending', created)
  if (decline !== null) {
    created.outcome = outcome(
      'declined_by_network',
      'issuer_declined',
      decline.message,
      decline.decline_code,
    )
    emit(sandbox, 'charge.failed', created)
  }
  return created
}

/** Completes a pending charge one way or the other. */
export function settleCharge(
  sandbox: Sandbox,
  waiting: Stripe.Charge,
  decline: Decline | null,
): void {
  if (decline === null) {
    takeMoney(sandbox, waiting)
    return
  }
  waiting.status = 'failed'
  waiting.captured = false
  waiting.failure_code = decline.code
  waiting.failure_message = decline.message
  waiting.outcome = outcome(
    'declined_by_network',
    'issuer_declined',
    decline.message,
    decline.decline_code,
  )
  emit(sandbox, 'charge.failed', waiting)
}

function takeMoney(sandbox: Sandbox, taken: Stripe.Charge): void {
  taken.status = 'succeeded'
  taken.paid = true
  taken.captured = true
  taken.amount_captured = taken.amount
  taken.outcome = outcome('approved_by_network', 'authorized', 'Payment complete.', null)
  const entry = enterBalance(sandbox, {
    type: 'charge',
    amount: taken.amount,
    currency: taken.currency,
    fee: processingFee(taken.amount),
    source: taken.id,
    description: taken.description ?? 'Charge',
  })
  taken.balance_transaction = entry.id
  emit(sandbox, 'charge.succeeded', taken)
}

function outcome(
  network: string,
  type: string,
  message: string,
  reason: string | null,
): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: network,
    reason,
    risk_level: 'normal',
    seller_message: message,
    type,
  }
}

const retrieve = apiRoute(
  'GET /v1/charges/:id',
  paramsOf<Stripe.ChargeRetrieveParams>()({ expand }),
  (sandbox, { id }) => charge(sandbox, id),
)

const list = apiRoute(
  'GET /v1/charges',
  paramsOf<Stripe.ChargeListParams>()({
    ...pageByTime,
    customer: text.optional(),
    payment_intent: text.optional(),
    transfer_group: text.optional(),
  }),
  (sandbox, { params }) => {
    const matching = Object.values(sandbox.state.charges)
      .filter((row) => params.customer === undefined || row.customer === params.customer)
      .filter(
        (row) =>
          params.payment_intent === undefined || row.payment_intent === params.payment_intent,
      )
      .filter(
        (row) =>
          params.transfer_group === undefined || row.transfer_group === params.transfer_group,
      )
    return listPage(matching, params, '/v1/charges')
  },
)

/** Charges: retrieve, list. Only payment intents create them. */
export const chargeRoutes = [retrieve, list]
