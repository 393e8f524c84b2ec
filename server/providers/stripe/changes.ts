import type Stripe from 'stripe'
import { idOf } from './checkout.ts'
import { called } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { BalanceMove } from './provider-objects.ts'
import { newsOf } from './webhooks.ts'

type Changes = Pick<PaymentProvider, 'balanceMovesSince' | 'eventsSince' | 'movesSince'>

/** Stripe's maximum page size; the SDK fetches further pages. */
const PAGE = 100

/** Stripe accepts at most 20 types per request; these cover every change that we record. */
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

/** Yields changes at the provider page by page, so that memory is bounded by one page. */
export function changeCalls(stripe: Stripe, secretKey: string): Changes {
  const livemode = /^[sr]k_live_/.test(secretKey)
  const from = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })
  return {
    async eventsSince(since, visit) {
      const events = stripe.events.list({ created: from(since), types: TYPES, limit: PAGE })
      await called(
        events.autoPagingEach((event) => {
          visit(newsOf(event, livemode))
        }),
      )
    },

    async balanceMovesSince(since, visit) {
      const moves = stripe.balanceTransactions.list({
        ...(since === null ? {} : { created: from(since) }),
        limit: PAGE,
      })
      await called(
        moves.autoPagingEach(async (move) => {
          const change = balanceMove(move)
          if (change !== null) await visit(change)
        }),
      )
    },

    async movesSince(since, visit) {
      const created = from(since)
      await called(
        stripe.charges.list({ created, limit: PAGE }).autoPagingEach((charge) => {
          if (charge.status !== 'succeeded') return
          const { id, amount: amountCents, transfer_group: transferGroup, metadata } = charge
          const made = { id, amountCents, transferGroup, metadata }
          visit({ kind: 'charge', ...made, partyId: idOf(charge.customer), sourceChargeId: null })
        }),
      )
      await called(
        stripe.transfers.list({ created, limit: PAGE }).autoPagingEach((transfer) => {
          if (transfer.reversed) return
          const { id, amount: amountCents, transfer_group: transferGroup, metadata } = transfer
          const made = { id, amountCents, transferGroup, metadata }
          const partyId = idOf(transfer.destination)
          const sourceChargeId = idOf(transfer.source_transaction)
          visit({ kind: 'transfer', ...made, partyId, sourceChargeId })
        }),
      )
    },
  }
}

/** The provider's own charges to us that are not part of another move. */
const FEES: readonly string[] = ['stripe_fee', 'stripe_fx_fee', 'tax_fee']
/** Reported by the payment's own records, including the fee. */
const OF_PAYMENTS: readonly string[] = ['charge', 'payment', 'adjustment']

function balanceMove(move: Stripe.BalanceTransaction): BalanceMove | null {
  const { id, amount: cents, fee: feeCents } = move
  const source = idOf(move.source) ?? id
  if (move.type === 'payout') return { kind: 'payout', id, source, cents, feeCents }
  if (move.type === 'payout_failure' || move.type === 'payout_cancel')
    return { kind: 'payout_back', id, source, cents, feeCents }
  if (FEES.includes(move.type))
    return { kind: 'fee', id, source, cents: 0, feeCents: feeCents - cents }
  // The part of a refund or a transfer that the provider keeps; the rest belongs to a payment.
  if (feeCents === 0 || OF_PAYMENTS.includes(move.type)) return null
  return { kind: 'fee', id, source, cents: 0, feeCents }
}
