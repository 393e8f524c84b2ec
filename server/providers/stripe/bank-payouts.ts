import type Stripe from 'stripe'
import { called, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { BankPayout } from './provider-objects.ts'

type BankPayouts = Pick<PaymentProvider, 'retrievePayout' | 'payoutsSince'>

/** Stripe's maximum page size; the SDK fetches further pages. */
const PAGE = 100
const MOST = { limit: 10_000 }

/** Payouts of creators' own accounts to their banks. */
export function bankPayoutCalls(stripe: Stripe): BankPayouts {
  return {
    async retrievePayout(accountId, payoutId) {
      const inAccount = { stripeAccount: accountId }
      const payout = await found(stripe.payouts.retrieve(payoutId, {}, inAccount))
      return payout === null ? null : bankPayout(stripe, accountId, payout)
    },

    async payoutsSince(accountId, since, status) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const only = status === undefined ? {} : { status }
      const made = await called(
        stripe.payouts
          .list({ created, ...only, limit: PAGE }, { stripeAccount: accountId })
          .autoPagingToArray(MOST),
      )
      const payouts: BankPayout[] = []
      // Oldest first: a payout that carries another one's money again comes after it.
      for (const payout of made.toReversed())
        payouts.push(await bankPayout(stripe, accountId, payout))
      return payouts
    },
  }
}

async function bankPayout(
  stripe: Stripe,
  accountId: string,
  payout: Stripe.Payout,
): Promise<BankPayout> {
  return {
    payoutId: payout.id,
    accountId,
    amountCents: payout.amount,
    status: statusOf(payout.status),
    arrivalDate: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    failure: payout.failure_message,
    sentAt: new Date(payout.created * 1000),
    transferIds: [...(await transfersIn(stripe, accountId, payout, new Set()))],
  }
}

/** The bank has it, will have it, or returned it; an unknown state counts as under way. */
function statusOf(status: string): BankPayout['status'] {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'on_its_way'
}

/**
 * The transfers whose money a payout carries; money of a payout that was returned or canceled includes its transfers.
 */
async function transfersIn(
  stripe: Stripe,
  accountId: string,
  payout: Pick<Stripe.Payout, 'id' | 'automatic'>,
  seen: Set<string>,
): Promise<Set<string>> {
  const transfers = new Set<string>()
  // Stripe only knows the contents of payouts it made automatically.
  if (!payout.automatic || seen.has(payout.id)) return transfers
  seen.add(payout.id)
  const taken = await called(
    stripe.balanceTransactions
      .list(
        { payout: payout.id, limit: PAGE, expand: ['data.source'] },
        { stripeAccount: accountId },
      )
      .autoPagingToArray(MOST),
  )
  for (const { type, source } of taken) {
    if (source === null || typeof source === 'string') continue
    if (source.object === 'charge' && typeof source.source_transfer === 'string')
      transfers.add(source.source_transfer)
    const cameBack = type === 'payout_failure' || type === 'payout_cancel'
    if (cameBack && source.object === 'payout')
      for (const id of await transfersIn(stripe, accountId, source, seen)) transfers.add(id)
  }
  return transfers
}
