import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import {
  chargeThrough,
  control,
  rawCall,
  startTestSandbox,
  TEST_KEYS,
  testAccount,
} from '#sandbox/stripe/test-support.ts'

/** A Wednesday: what is charged now is available on Friday. */
let clock = Date.parse('2026-11-18T15:00:00Z')
let sandbox: StripeSandbox
let stripe: Stripe
let account = ''
let transfer = ''
beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => new Date(clock) })
  const { hostname, port } = new URL(sandbox.url)
  stripe = new Stripe(TEST_KEYS.secretKey, { host: hostname, port: Number(port), protocol: 'http' })
  account = await testAccount(sandbox)
  const source_transaction = await chargeThrough(sandbox)
  const sent = await stripe.transfers.create({
    amount: 45_900,
    currency: 'usd',
    destination: account,
    source_transaction,
  })
  transfer = sent.id
})
afterAll(() => sandbox.close())

const on = (day: string) => {
  clock = Date.parse(`${day}T15:00:00Z`)
}
const inAccount = () => ({ stripeAccount: account })
const payouts = async () =>
  (await stripe.payouts.list({}, inAccount())).data.map((row) => ({
    amount: row.amount,
    status: row.status,
    arrives: new Date(row.arrival_date * 1000).toISOString().slice(0, 10),
  }))
const newest = async () => (await stripe.payouts.list({ limit: 1 }, inAccount())).data[0]?.id ?? ''
const payoutEvents = () =>
  Object.values(sandbox.state.events).flatMap(({ event }) =>
    event.type.startsWith('payout.') && 'account' in event ? [event.type] : [],
  )

test('a transfer waits in the account until its charge is available', async () => {
  const balance = await stripe.balance.retrieve({}, inAccount())
  expect([balance.available[0]?.amount, balance.pending[0]?.amount]).toEqual([0, 45_900])
  on('2026-11-20')
  expect(await payouts()).toEqual([])
})

test('available money is paid out the next day, and arrives at the bank two business days later', async () => {
  on('2026-11-21')
  expect(await payouts()).toEqual([{ amount: 45_900, status: 'pending', arrives: '2026-11-24' }])
  const taken = await stripe.balanceTransactions.list(
    { payout: await newest(), expand: ['data.source'] },
    inAccount(),
  )
  const payment = taken.data.find((row) => row.type === 'payment')?.source
  expect(payment).toMatchObject({ object: 'charge', source_transfer: transfer, amount: 45_900 })
  on('2026-11-22')
  expect((await payouts())[0]?.status).toBe('in_transit')
  on('2026-11-24')
  expect((await payouts())[0]?.status).toBe('paid')
  expect(payoutEvents()).toEqual(['payout.created', 'payout.updated', 'payout.paid'])
})

test('a failed payout returns to the balance, and is included in the next', async () => {
  const failed = await newest()
  expect((await control(sandbox, `payouts/${failed}/fail`)).status).toBe(200)
  expect((await control(sandbox, `payouts/${failed}/fail`)).status).toBe(404)
  expect(await stripe.payouts.retrieve(failed, {}, inAccount())).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
  })
  on('2026-11-25')
  expect(await payouts()).toMatchObject([
    { amount: 45_900, status: 'pending', arrives: '2026-11-27' },
    { status: 'failed' },
  ])
  const taken = await stripe.balanceTransactions.list({ payout: await newest() }, inAccount())
  expect(taken.data.map((row) => [row.type, row.source])).toEqual([
    ['payout', await newest()],
    ['payout_failure', failed],
  ])
})

test('the platform does not see the payouts of an account, and an unknown account is refused', async () => {
  expect((await stripe.payouts.list()).data).toEqual([])
  expect((await stripe.events.list({ type: 'payout.created' })).data).toEqual([])
  expect((await stripe.events.list({ type: 'payout.created' }, inAccount())).data).toHaveLength(2)
  await expect(stripe.payouts.list({}, { stripeAccount: 'acct_nobody' })).rejects.toMatchObject({
    statusCode: 403,
  })
  await expect(stripe.transfers.list({}, inAccount())).rejects.toMatchObject({ statusCode: 400 })
  expect((await rawCall(sandbox, 'GET /v1/balance')).json['pending']).toBeDefined()
})

test('a long jump of the clock completes the payouts that fall within it', async () => {
  sandbox.controls.advanceClock(14 * 24 * 60 * 60 * 1000)
  expect((await payouts())[0]?.status).toBe('paid')
})
