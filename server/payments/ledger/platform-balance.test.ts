import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  fund,
  ledgerText,
  type MoneyWorld,
  startMoney,
} from '#tests/support/money.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'

/** After a pass, everything that moves on the platform's own balance beside payments is in the ledger, once. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const pass = () => reconcile(world.api.deps)
const booked = () =>
  rows<{ kind: string; account: string; cents: number }>(
    world.api.pool,
    sql`select kind, account, amount::bigint as cents from ledger_entries
      join ledger_movements on ledger_movements.id = ledger_entries.movement_id
      where ledger_movements.payment_id is null order by ledger_entries.id`,
  )
const brokenNames = async () => (await brokenMoneyChecks(world.api.pool)).map(({ name }) => name)
const payOut = async (amount: number): Promise<string> => {
  await atProvider(world, 'platform/payout', { amount })
  return Object.values(world.stripe.state.payouts).at(-1)?.id ?? ''
}

test('a payout to our bank and a fee without a payment are booked once, however often they are read', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  await atProvider(world, 'platform/fee', { amount: 200 })
  await payOut(2_000)
  await pass()
  await pass()
  expect(await booked()).toEqual(
    expect.arrayContaining([
      { kind: 'provider_fee', account: 'provider_fees', cents: 200 },
      { kind: 'provider_fee', account: 'provider_clearing', cents: -200 },
      { kind: 'platform_payout', account: 'platform_bank', cents: 2_000 },
      { kind: 'platform_payout', account: 'provider_clearing', cents: -2_000 },
    ]),
  )
  expect(await booked()).toHaveLength(4)
  // The charge's fee belongs to its payment and is not booked again here.
  expect(await ledgerText(world, id)).toContain('provider_fee provider_fees         1596')
  expect(await brokenNames()).toEqual([])
})

test('our clearing account matches the provider’s balance to the cent', async () => {
  const answer = await fetch(`${world.stripe.url}/_control/state`)
  const { balance } = (await answer.json()) as { balance: { available: number; pending: number } }
  const [clearing] = await rows<{ cents: number }>(
    world.api.pool,
    sql`select sum(amount)::bigint as cents from ledger_entries where account = 'provider_clearing'`,
  )
  expect(clearing?.cents).toBe(balance.available + balance.pending)
})

test('a payout that the bank returned is reversed in the ledger', async () => {
  const before = (await booked()).length
  const payout = await payOut(1_000)
  await pass()
  await atProvider(world, `payouts/${payout}/fail`)
  await pass()
  const added = (await booked()).slice(before)
  expect(added.map(({ account, cents }) => `${account} ${cents}`).toSorted()).toEqual([
    'platform_bank -1000',
    'platform_bank 1000',
    'provider_clearing -1000',
    'provider_clearing 1000',
  ])
})

test('a payout of money held for deals violates an invariant', async () => {
  await fund(world, await buildPayableDeal(world))
  expect(await brokenNames()).toEqual([])
  const payout = await payOut(54_000)
  await pass()
  expect(await brokenNames()).toContain('held_money_stays_at_the_provider')
  await atProvider(world, `payouts/${payout}/fail`)
  await pass()
  expect(await brokenNames()).toEqual([])
})

test.each([
  'hold',
  'release',
  'transfer',
  'part_reversal',
  'refund',
  'part_refund',
  'duplicate',
  'chargeback',
  'paid_outside',
])('the ledger refuses a movement without a payment: %s', async (kind) => {
  const write = world.api.pool.query(
    `insert into ledger_movements (payment_id, kind, reference) values (null, $1, 'x')`,
    [kind],
  )
  await expect(write).rejects.toThrow('ledger_movements_of_a_payment')
})
