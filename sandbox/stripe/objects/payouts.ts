import type Stripe from 'stripe'
import { enterAccountMovement, movementsOf } from './account-balance.ts'
import type { AccountMovement } from '#sandbox/stripe/state/stored.ts'
import { canReceiveTransfers } from './accounts.ts'
import { apiRoute } from './api-route.ts'
import { enterBalance } from './balance.ts'
import { emit } from './events.ts'
import { noSuch } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, pageByTime, paramsOf, text, wholeNumber } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/**
 * Automatic payouts, a connected account's default: every day what is available goes to the bank, where it arrives on
 * the second business day. Days are UTC, on the sandbox's clock.
 */

const DAY_S = 24 * 60 * 60
/** Business days from a payout to the bank. */
const ARRIVES_AFTER = 2
/** A clock that is advanced by more catches up with only this many days. */
const MOST_DAYS = 60

/** Makes every due payout and completes those that have reached their arrival day. Cheap within a day. */
export function runPayouts(sandbox: Sandbox): void {
  const { state } = sandbox
  const today = Math.floor(sandbox.seconds() / DAY_S)
  const from = Math.max((state.payouts_made_on ?? today - 1) + 1, today - MOST_DAYS)
  if (from > today) return
  for (let day = from; day <= today; day += 1) runDay(sandbox, day * DAY_S)
  state.payouts_made_on = today
}

function runDay(sandbox: Sandbox, at: number): void {
  for (const payout of Object.values(sandbox.state.payouts)) {
    if (payout.status !== 'pending' && payout.status !== 'in_transit') continue
    if (payout.arrival_date <= at) {
      payout.status = 'paid'
      emit(sandbox, 'payout.paid', payout, ownerOf(sandbox, payout))
    } else if (payout.status === 'pending') {
      payout.status = 'in_transit'
      emit(sandbox, 'payout.updated', payout, ownerOf(sandbox, payout))
    }
  }
  for (const account of Object.values(sandbox.state.accounts)) {
    if (!canReceiveTransfers(account)) continue
    const due = movementsOf(sandbox, account.id).filter(
      (row) => row.payout === null && row.transaction.available_on <= at,
    )
    if (due.reduce((sum, row) => sum + row.transaction.net, 0) > 0)
      payOut(sandbox, account.id, due, at)
  }
}

function payOut(sandbox: Sandbox, account: string, due: AccountMovement[], at: number): void {
  const amount = due.reduce((sum, row) => sum + row.transaction.net, 0)
  const id = newId('po')
  for (const row of due) row.payout = id
  const movement = { type: 'payout', amount: -amount, source: id, payout: id } as const
  const entered = enterAccountMovement(sandbox, account, movement).id
  const created = newPayout({ id, amount, at, entered, bank: account.slice('acct_'.length) })
  sandbox.state.payouts[id] = created
  emit(sandbox, 'payout.created', created, account)
}

/** The platform pays out its own balance by hand: its schedule is manual. */
export function payOutPlatform(sandbox: Sandbox, amount: number): Stripe.Payout {
  const id = newId('po')
  const entered = enterBalance(sandbox, {
    type: 'payout',
    amount: -amount,
    source: id,
    description: 'STRIPE PAYOUT',
  }).id
  const at = sandbox.seconds()
  const created = { ...newPayout({ id, amount, at, entered, bank: 'platform' }), automatic: false }
  sandbox.state.payouts[id] = created
  emit(sandbox, 'payout.created', created)
  return created
}

/** Stripe's charges to the platform without a payment. In cents. */
export function chargePlatform(sandbox: Sandbox, amount: number): void {
  const description = 'Connect: active accounts'
  enterBalance(sandbox, { type: 'stripe_fee', amount: -amount, source: '', description })
}

function newPayout(of: {
  id: string
  amount: number
  at: number
  entered: string
  bank: string
}): Stripe.Payout {
  const { id, amount, at } = of
  return {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivalOf(at),
    automatic: true,
    balance_transaction: of.entered,
    created: at,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: `ba_${of.bank}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  }
}

/** Midnight of the expected arrival: weekends do not count. */
function arrivalOf(at: number): number {
  let day = Math.floor(at / DAY_S)
  for (let left = ARRIVES_AFTER; left > 0;) {
    day += 1
    const weekday = new Date(day * DAY_S * 1000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day * DAY_S
}

/** The account a payout belongs to; undefined for the platform itself. */
export function ownerOf(sandbox: Sandbox, payout: Stripe.Payout): string | undefined {
  const { balance_transaction: id } = payout
  return typeof id === 'string' ? sandbox.state.account_movements[id]?.account : undefined
}

/**
 * Simulates the bank returning a payout, which can happen even after it arrived: the money is back in the balance and
 * leaves with the next day's payout, as if its owner had corrected the bank account. False for one that failed.
 */
export function failPayout(sandbox: Sandbox, id: string): boolean {
  const payout = sandbox.state.payouts[id]
  if (payout === undefined || payout.status === 'failed') return false
  const account = ownerOf(sandbox, payout)
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  const back = { type: 'payout_failure', amount: payout.amount, source: id } as const
  payout.failure_balance_transaction =
    account === undefined
      ? enterBalance(sandbox, { ...back, description: 'STRIPE PAYOUT FAILURE' }).id
      : enterAccountMovement(sandbox, account, back).id
  emit(sandbox, 'payout.failed', payout, account)
  return true
}

/** The calling account's payouts, or the platform's own. */
const payoutsOf = (sandbox: Sandbox) =>
  Object.values(sandbox.state.payouts).filter(
    (row) => (ownerOf(sandbox, row) ?? null) === sandbox.account,
  )

const retrieve = apiRoute(
  'GET /v1/payouts/:id',
  paramsOf<Stripe.PayoutRetrieveParams>()({ expand }),
  (sandbox, { id }) => {
    const found = payoutsOf(sandbox).find((row) => row.id === id)
    if (found === undefined) throw noSuch('payout', id)
    return found
  },
  { inAccounts: true },
)

const list = apiRoute(
  'GET /v1/payouts',
  paramsOf<Stripe.PayoutListParams>()({
    ...pageByTime,
    arrival_date: wholeNumber.optional(),
    status: text.optional(),
  }),
  (sandbox, { params }) => {
    const matching = payoutsOf(sandbox)
      .filter((row) => params.status === undefined || row.status === params.status)
      .filter(
        (row) => params.arrival_date === undefined || row.arrival_date === params.arrival_date,
      )
    return listPage(matching, params, '/v1/payouts')
  },
  { inAccounts: true },
)

/** Payouts of connected accounts and of the platform: retrieve, list. */
export const payoutRoutes = [retrieve, list]
