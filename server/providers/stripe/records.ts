import type Stripe from 'stripe'
import { idOf } from './checkout.ts'
import { disputeRecord } from './disputes.ts'
import { called } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { ChargeRecord, DisputeRecord, RefundRecord } from './provider-objects.ts'
import { transferState } from './payout-accounts.ts'

type Records = Pick<PaymentProvider, 'recordsOf'>

/** Stripe's maximum page size; the SDK fetches further pages. */
const PAGE = 100

/** Reads the provider's books, for comparison with ours. */
export function recordCalls(stripe: Stripe): Records {
  return {
    async recordsOf(transferGroup) {
      const charges: ChargeRecord[] = []
      const refunds: RefundRecord[] = []
      const disputes: DisputeRecord[] = []
      const transfers = await called(
        stripe.transfers
          .list({ transfer_group: transferGroup, limit: PAGE })
          .autoPagingToArray({ limit: 10_000 }),
      )
      const made = await called(
        stripe.charges
          .list({
            transfer_group: transferGroup,
            limit: PAGE,
            expand: ['data.balance_transaction'],
          })
          .autoPagingToArray({ limit: 10_000 }),
      )
      for (const charge of made) {
        charges.push(chargeRecord(charge))
        refunds.push(...(await refundsOf(stripe, charge.id)))
        if (charge.disputed) disputes.push(...(await disputesOf(stripe, charge.id)))
      }
      return { charges, refunds, disputes, transfers: transfers.map(transferState) }
    },
  }
}

async function refundsOf(stripe: Stripe, charge: string): Promise<RefundRecord[]> {
  const made = await called(
    stripe.refunds.list({ charge, limit: PAGE }).autoPagingToArray({ limit: 10_000 }),
  )
  return made.map((refund) => ({
    refundId: refund.id,
    chargeId: charge,
    amountCents: refund.amount,
    standing: refund.status !== 'failed' && refund.status !== 'canceled',
  }))
}

async function disputesOf(stripe: Stripe, charge: string): Promise<DisputeRecord[]> {
  const opened = await called(
    stripe.disputes.list({ charge, limit: PAGE }).autoPagingToArray({ limit: 10_000 }),
  )
  return opened.map(disputeRecord)
}

function chargeRecord(charge: Stripe.Charge): ChargeRecord {
  const balance = charge.balance_transaction
  return {
    chargeId: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    transferGroup: charge.transfer_group,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    succeeded: charge.status === 'succeeded',
    feeCents: typeof balance === 'object' && balance !== null ? balance.fee : null,
    balanceId: idOf(balance),
  }
}
