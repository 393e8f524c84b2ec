import type Stripe from 'stripe'
import { idOf } from './checkout.ts'
import { called, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { ChargeRecord, DisputeRecord, RefundRecord } from './provider-objects.ts'
import { transferState } from './payout-accounts.ts'

type Records = Pick<PaymentProvider, 'recordsOf' | 'retrieveDispute'>

/** Stripe's most for one page; further pages follow by themselves. */
const PAGE = 100

/** What the provider has on its books, for comparing with ours. */
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

    async retrieveDispute(disputeId) {
      const dispute = await found(stripe.disputes.retrieve(disputeId))
      return dispute === null ? null : disputeRecord(dispute)
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

/** The movements of our balance tell what was taken and given back; the status alone does not. */
function disputeRecord(dispute: Stripe.Dispute): DisputeRecord {
  const moved = dispute.balance_transactions
  return {
    disputeId: dispute.id,
    chargeId: idOf(dispute.charge),
    paymentIntentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    outcome: outcomeOf(dispute.status),
    withdrawnCents: -sum(moved.filter(({ amount }) => amount < 0)),
    reinstatedCents: sum(moved.filter(({ amount }) => amount > 0)),
    feeCents: moved.reduce((total, { fee }) => total + fee, 0),
  }
}

const sum = (moved: Stripe.BalanceTransaction[]) =>
  moved.reduce((total, { amount }) => total + amount, 0)

/** A status we do not know counts as open: frozen money can be freed later, freed money cannot be frozen. */
function outcomeOf(status: Stripe.Dispute.Status): DisputeRecord['outcome'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
