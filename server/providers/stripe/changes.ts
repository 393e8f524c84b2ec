import type Stripe from 'stripe'
import { called } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { newsOf } from './webhooks.ts'

type Changes = Pick<PaymentProvider, 'eventsSince' | 'movesSince'>

/** Stripe's most for one page; further pages follow by themselves. */
const PAGE = 100

/** Stripe takes at most 20 types at once; these name every change of what we keep books of. */
const TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'charge.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'transfer.created',
  'transfer.reversed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** What has changed at the provider, page by page: however much it is, a page is all that is held at once. */
export function changeCalls(stripe: Stripe, secretKey: string): Changes {
  const livemode = /^[sr]k_live_/.test(secretKey)
  const from = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })
  return {
    async eventsSince(since, visit) {
      const told = stripe.events.list({ created: from(since), types: TYPES, limit: PAGE })
      await called(
        told.autoPagingEach((event) => {
          visit(newsOf(event, livemode))
        }),
      )
    },

    async movesSince(since, visit) {
      const created = from(since)
      await called(
        stripe.charges.list({ created, limit: PAGE }).autoPagingEach((charge) => {
          if (charge.status !== 'succeeded') return
          const { id, amount: amountCents, transfer_group: transferGroup } = charge
          visit({ kind: 'charge', id, amountCents, transferGroup })
        }),
      )
      await called(
        stripe.transfers.list({ created, limit: PAGE }).autoPagingEach((transfer) => {
          if (transfer.reversed) return
          const { id, amount: amountCents, transfer_group: transferGroup } = transfer
          visit({ kind: 'transfer', id, amountCents, transferGroup })
        }),
      )
    },
  }
}
