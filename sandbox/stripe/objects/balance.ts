import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import { accountBalance, movementsOf } from './account-balance.ts'
import { noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, pageByTime, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** Card money is available two days after the charge, as for a US platform on the standard schedule. */
const CHARGE_AVAILABLE_AFTER_S = 2 * 24 * 60 * 60

/** The value of one unit of each supported currency in the balance's own, which is USD. */
const USD_PER: Readonly<Record<string, number>> = { usd: 1, eur: 1.1 }

/** Stripe's fee on a charge: 2.9 % and 30 cents, half a cent rounded up. In cents. */
export function processingFee(amountCents: number): number {
  return Math.floor((amountCents * 29 + 500) / 1000) + 30
}

/**
 * Records a movement on the platform's own balance. `amount` and `fee` in cents; outgoing amounts are negative. Another
 * currency is converted, as Stripe does for a platform with a balance in one currency.
 */
export function enterBalance(
  sandbox: Sandbox,
  entry: {
    type:
      | 'charge'
      | 'refund'
      | 'refund_failure'
      | 'transfer'
      | 'transfer_refund'
      | 'adjustment'
      | 'payout'
      | 'payout_failure'
      | 'stripe_fee'
    /** The reporting category, where it differs from the type. */
    category?: 'dispute' | 'dispute_reversal'
    amount: number
    /** Of `amount` and `fee`. */
    currency?: string
    fee?: number
    source: string
    description: string
    /** The movement whose money this one forwards: both become available together. */
    outOf?: Stripe.BalanceTransaction | undefined
  },
): Stripe.BalanceTransaction {
  const rate = USD_PER[entry.currency ?? 'usd'] ?? 1
  const amount = Math.round(entry.amount * rate)
  const fee = Math.round((entry.fee ?? 0) * rate)
  const created = sandbox.seconds()
  const availableOn =
    entry.type === 'charge'
      ? created + CHARGE_AVAILABLE_AFTER_S
      : Math.max(created, entry.outOf?.available_on ?? created)
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: entry.description,
    exchange_rate: rate === 1 ? null : rate,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: entry.category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: entry.category ?? entry.type,
    source: entry.source,
    status: availableOn > created ? 'pending' : 'available',
    type: entry.type,
  }
  sandbox.state.balance_transactions[transaction.id] = transaction
  return transaction
}

/** The platform's money in cents: what is available, and what is pending. */
export function platformBalance(sandbox: Sandbox): { available: number; pending: number } {
  const now = sandbox.seconds()
  let available = 0
  let pending = 0
  for (const transaction of Object.values(sandbox.state.balance_transactions)) {
    if (transaction.available_on <= now) available += transaction.net
    else pending += transaction.net
  }
  return { available, pending }
}

function seen(sandbox: Sandbox, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return {
    ...transaction,
    status: transaction.available_on <= sandbox.seconds() ? 'available' : 'pending',
  }
}

/** The caller's movements; for an account, optionally those in one payout. */
function listed(sandbox: Sandbox, payout?: string): Stripe.BalanceTransaction[] {
  if (sandbox.account === null)
    return payout === undefined ? Object.values(sandbox.state.balance_transactions) : []
  return movementsOf(sandbox, sandbox.account)
    .filter((row) => payout === undefined || row.payout === payout)
    .map((row) => row.transaction)
}

const retrieveBalance = apiRoute(
  'GET /v1/balance',
  paramsOf<Stripe.BalanceRetrieveParams>()({ expand }),
  (sandbox): Stripe.Balance => {
    const { available, pending } =
      sandbox.account === null ? platformBalance(sandbox) : accountBalance(sandbox, sandbox.account)
    return {
      object: 'balance',
      available: [{ amount: available, currency: 'usd', source_types: { card: available } }],
      livemode: false,
      pending: [{ amount: pending, currency: 'usd', source_types: { card: pending } }],
    }
  },
  { inAccounts: true },
)

const list = apiRoute(
  'GET /v1/balance_transactions',
  paramsOf<Stripe.BalanceTransactionListParams>()({
    ...pageByTime,
    payout: text.optional(),
    source: text.optional(),
    type: text.optional(),
  }),
  (sandbox, { params }) => {
    const matching = listed(sandbox, params.payout)
      .filter((row) => params.source === undefined || row.source === params.source)
      .filter((row) => params.type === undefined || row.type === params.type)
      .map((row) => seen(sandbox, row))
    return listPage(matching, params, '/v1/balance_transactions')
  },
  { inAccounts: true },
)

const retrieve = apiRoute(
  'GET /v1/balance_transactions/:id',
  paramsOf<Stripe.BalanceTransactionRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = listed(sandbox).find((row) => row.id === id)
    if (found === undefined) throw noSuch('balance transaction', id)
    return seen(sandbox, found)
  },
  { inAccounts: true },
)

/** The platform's balance and its movements. */
export const balanceRoutes = [retrieveBalance, list, retrieve]
