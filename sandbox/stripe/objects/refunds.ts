import type Stripe from 'stripe'
import { z } from 'zod'
import { apiRoute } from './api-route.ts'
import { enterBalance } from './balance.ts'
import { charge } from './charges.ts'
import { refuseDisputed } from './disputes.ts'
import { emit } from './events.ts'
import { cannot, noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, metadata, pageByTime, paramsOf, text, wholeNumber } from './params.ts'
import { paymentIntent } from './payment-intents.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

const create = apiRoute(
  'POST /v1/refunds',
  paramsOf<Stripe.RefundCreateParams>()({
    charge: text.optional(),
    payment_intent: text.optional(),
    amount: wholeNumber.pipe(z.number().min(1)).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata.optional(),
    expand,
  }),
  (sandbox, { params }) => {
    const refunded = charge(sandbox, chargeIdOf(sandbox, params), 'charge')
    refuseDisputed(sandbox, refunded.id)
    if (refunded.status !== 'succeeded')
      throw cannot(`Charge ${refunded.id} has not succeeded and cannot be refunded.`)
    const left = refunded.amount - refunded.amount_refunded
    if (left === 0) {
      throw cannot(`Charge ${refunded.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    const amount = params.amount ?? left
    if (amount > left) {
      throw cannot(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        { param: 'amount' },
      )
    }
    const created: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: refunded.id,
      created: sandbox.seconds(),
      currency: refunded.currency,
      customer: typeof refunded.customer === 'string' ? refunded.customer : null,
      customer_account: null,
      metadata: params.metadata ?? {},
      payment_intent: refunded.payment_intent,
      payment_method: refunded.payment_method,
      reason: params.reason ?? null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: sandbox.bent === 'refund_pending' ? 'pending' : 'succeeded',
      transfer_reversal: null,
    }
    sandbox.state.refunds[created.id] = created
    refunded.amount_refunded += amount
    refunded.refunded = refunded.amount_refunded === refunded.amount
    // Stripe keeps the charge's fee when it is refunded, and a transfer made from it stays.
    created.balance_transaction = enterBalance(sandbox, {
      type: 'refund',
      amount: -amount,
      currency: refunded.currency,
      source: created.id,
      description: 'Refund',
    }).id
    emit(sandbox, 'refund.created', created)
    emit(sandbox, 'charge.refunded', refunded)
    return created
  },
)

/**
 * Completes a pending refund, or makes a succeeded one fail at the bank, which Stripe says can happen: the money is
 * back on the platform's balance and the charge counts as not refunded. False when the refund is already over.
 */
export function settleRefund(sandbox: Sandbox, id: string, succeeds: boolean): boolean {
  const refund = sandbox.state.refunds[id]
  if (refund === undefined || typeof refund.charge !== 'string') return false
  if (succeeds) {
    if (refund.status !== 'pending') return false
    refund.status = 'succeeded'
    emit(sandbox, 'refund.updated', refund)
    return true
  }
  if (refund.status !== 'pending' && refund.status !== 'succeeded') return false
  const refunded = charge(sandbox, refund.charge)
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  refund.failure_balance_transaction = enterBalance(sandbox, {
    type: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'Refund failure',
  }).id
  refunded.amount_refunded -= refund.amount
  refunded.refunded = false
  emit(sandbox, 'refund.failed', refund)
  emit(sandbox, 'refund.updated', refund)
  return true
}

function chargeIdOf(
  sandbox: Sandbox,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): string {
  if (params.charge !== undefined) return params.charge
  if (params.payment_intent === undefined) {
    throw cannot(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = paymentIntent(sandbox, params.payment_intent, 'payment_intent')
  if (typeof intent.latest_charge !== 'string') {
    throw cannot(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  return intent.latest_charge
}

const retrieve = apiRoute(
  'GET /v1/refunds/:id',
  paramsOf<Stripe.RefundRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = sandbox.state.refunds[id]
    if (found === undefined) throw noSuch('refund', id)
    return found
  },
)

const list = apiRoute(
  'GET /v1/refunds',
  paramsOf<Stripe.RefundListParams>()({
    ...pageByTime,
    charge: text.optional(),
    payment_intent: text.optional(),
  }),
  (sandbox, { params }) => {
    const matching = Object.values(sandbox.state.refunds)
      .filter((row) => params.charge === undefined || row.charge === params.charge)
      .filter(
        (row) =>
          params.payment_intent === undefined || row.payment_intent === params.payment_intent,
      )
    return listPage(matching, params, '/v1/refunds')
  },
)

/** Refunds: create, retrieve, list. */
export const refundRoutes = [create, retrieve, list]
