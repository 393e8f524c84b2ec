import Stripe from 'stripe'
import { cardFace } from './cards.ts'
import { chargedAt, idOf } from './checkout.ts'
import { failureOf, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { PaymentState } from './provider-objects.ts'
import { paramsOf } from './provider-request.ts'

type Payments = Pick<PaymentProvider, 'payWithSavedCard' | 'retrievePayment' | 'refund'>

/** Charges saved cards, reads payments, refunds. */
export function paymentCalls(stripe: Stripe): Payments {
  return {
    async payWithSavedCard({ request, idempotencyKey }) {
      const params = paramsOf(request, 'saved_card')
      let intent: Stripe.PaymentIntent
      try {
        intent = await stripe.paymentIntents.create(params, { idempotencyKey })
      } catch (error) {
        const failure = failureOf(error)
        if (!(error instanceof Stripe.errors.StripeCardError)) return { kind: 'failed', ...failure }
        if (failure.code === 'authentication_required') return { kind: 'authentication_required' }
        return { kind: 'declined', ...failure }
      }
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      if (intent.status !== 'succeeded' || charge === null) {
        // Only cards are allowed and nothing may stay open, so this is not expected; the intent may still succeed, and
        // its events will report it.
        return {
          kind: 'failed',
          definitive: false,
          reason: `payment ${intent.id} is ${intent.status}`,
          code: null,
        }
      }
      const card = cardFace(charge.payment_method_details?.card)
      return {
        kind: 'succeeded',
        paymentIntentId: intent.id,
        chargeId: charge.id,
        amountCents: intent.amount,
        ...(card === null ? {} : { card }),
      }
    },

    async retrievePayment(paymentIntentId) {
      const intent = await found(
        stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
      )
      return intent === null ? null : paymentState(intent)
    },

    async refund({ request, idempotencyKey }) {
      try {
        const params = paramsOf(request, 'refund')
        const refund = await stripe.refunds.create(params, { idempotencyKey })
        if (refund.status === 'failed' || refund.status === 'canceled') {
          return {
            ok: false,
            definitive: true,
            reason: `refund ${refund.id} is ${refund.status}`,
            code: refund.status,
          }
        }
        const status = refund.status === 'succeeded' ? 'succeeded' : 'pending'
        return { ok: true, refundId: refund.id, amountCents: refund.amount, status }
      } catch (error) {
        return { ok: false, ...failureOf(error) }
      }
    },
  }
}

function paymentState(intent: Stripe.PaymentIntent): PaymentState {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const card =
    charge === null || charge.status === 'failed'
      ? null
      : cardFace(charge.payment_method_details?.card)
  return {
    paymentIntentId: intent.id,
    status: statusOf(intent.status),
    chargeId: charge?.status === 'failed' ? null : idOf(charge),
    chargedAt: chargedAt(charge),
    amountCents: intent.amount,
    currency: intent.currency,
    refundedCents: charge?.amount_refunded ?? 0,
    metadata: intent.metadata,
    transferGroup: intent.transfer_group,
    ...(card === null ? {} : { card }),
  }
}

function statusOf(status: Stripe.PaymentIntent.Status): PaymentState['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'canceled' : 'unpaid'
}
