import type Stripe from 'stripe'
import { newId } from '#sandbox/stripe/state/ids.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import type { AccountMovement } from '#sandbox/stripe/state/stored.ts'

/** Records a movement on an account's balance. `amount` in cents; outgoing amounts are negative. */
export function enterAccountMovement(
  sandbox: Sandbox,
  account: string,
  entry: {
    type: 'payment' | 'payout' | 'payout_failure'
    amount: number
    source: string
    availableOn?: number
    payout?: string
  },
): Stripe.BalanceTransaction {
  const created = sandbox.seconds()
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: entry.availableOn ?? created,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: entry.amount,
    reporting_category: entry.type === 'payment' ? 'charge' : entry.type,
    source: entry.source,
    status: (entry.availableOn ?? created) > created ? 'pending' : 'available',
    type: entry.type,
  }
  sandbox.state.account_movements[transaction.id] = {
    account,
    payout: entry.payout ?? null,
    transaction,
  }
  return transaction
}

/** Returns the movements of an account, oldest first. */
export function movementsOf(sandbox: Sandbox, account: string): AccountMovement[] {
  return Object.values(sandbox.state.account_movements).filter((row) => row.account === account)
}

/** Returns an account's money in cents: what a payout could take now, and what is still pending. */
export function accountBalance(
  sandbox: Sandbox,
  account: string,
): { available: number; pending: number } {
  const now = sandbox.seconds()
  let available = 0
  let pending = 0
  for (const { transaction } of movementsOf(sandbox, account)) {
    if (transaction.available_on <= now) available += transaction.net
    else pending += transaction.net
  }
  return { available, pending }
}
