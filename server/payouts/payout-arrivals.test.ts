import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { applyEvent } from '#server/payments/webhook/provider-events.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { BuiltUser } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  receiveEvents,
  startMoney,
} from '#tests/support/money.ts'
import { notePayout, readPayout } from './payout-arrivals.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())
beforeEach(() => receiveEvents(world))

const DAY_MS = 86_400_000
const NOTICE = 'A payout did not reach your bank. Please check your bank details at Stripe.'

/** Lets days pass at the provider. */
const pass = (days: number) => atProvider(world, 'clock', { advance_ms: days * DAY_MS })
const loseEvents = () => world.stripe.setWebhookUrl(null)

/** A deal whose money is on its way to its creator's bank. */
async function sentToBank() {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  await pass(3)
  await world.until('the payout', async () => (await whereIs(id)) === 'bank')
  const payout = Object.values(world.stripe.state.payouts).at(-1)
  return { ...deal, id, payoutId: payout?.id ?? '' }

  async function whereIs(payment: string) {
    const params = { id: payment }
    return (await world.api.call(deal.creator, 'payments.statement', { params })).body.place
  }
}
type Sent = Awaited<ReturnType<typeof sentToBank>>

/** Where the money is according to the creator's statement, and what it says about their bank. */
async function statementOf({ creator, id }: Sent) {
  const { body } = await world.api.call(creator, 'payments.statement', { params: { id } })
  const bank = body.lines.filter(({ kind }) => kind === 'to_bank' || kind === 'bank_returned')
  return { place: body.place, arrived: body.bank_arrived, bank: bank.map(({ kind }) => kind) }
}
const noticesOf = async (reader: BuiltUser) =>
  (await world.api.call(reader, 'notifications.list')).body.items.filter(
    ({ sentence }) => sentence === NOTICE,
  )

test('a creator is notified once of a payout that did not reach their bank, however often it is reported', async () => {
  const sent = await sentToBank()
  await atProvider(world, `payouts/${sent.payoutId}/fail`)
  await world.until('its return', async () => (await statementOf(sent)).place === 'stripe_balance')
  await world.api.pool.query(
    `update webhook_events set applied_at = null where type like 'payout.%'`,
  )
  const events = await rows<{ id: string }>(
    world.api.pool,
    sql`select event_id as id from webhook_events where type = 'payout.failed'`,
  )
  for (const { id } of events)
    await Promise.all([applyEvent(world.api.deps, id), applyEvent(world.api.deps, id)])
  await reconcile(world.api.deps)
  expect(await noticesOf(sent.creator)).toMatchObject([
    { kind: 'payments', path: '/settings/payouts' },
  ])
  expect(await noticesOf(sent.seller)).toEqual([])
  await checkMoney(world)
})

test('a payout that the bank returned after it had arrived is found when the event was lost', async () => {
  const sent = await sentToBank()
  await pass(7)
  await world.until('its arrival', async () => (await statementOf(sent)).arrived)
  loseEvents()
  await atProvider(world, `payouts/${sent.payoutId}/fail`)
  await reconcile(world.api.deps)
  expect(await statementOf(sent)).toEqual({
    place: 'stripe_balance',
    arrived: false,
    bank: ['to_bank', 'bank_returned'],
  })
  await reconcile(world.api.deps)
  expect(await noticesOf(sent.creator)).toHaveLength(1)
  await checkMoney(world)
})

test('one reconciliation finds both a lost return and the payout that carries the money again', async () => {
  const sent = await sentToBank()
  await pass(7)
  await world.until('its arrival', async () => (await statementOf(sent)).arrived)
  loseEvents()
  await atProvider(world, `payouts/${sent.payoutId}/fail`)
  await pass(1)
  await reconcile(world.api.deps)
  expect(await statementOf(sent)).toEqual({
    place: 'bank',
    arrived: false,
    bank: ['to_bank', 'bank_returned', 'to_bank'],
  })
  await checkMoney(world)
})

test('a canceled payout is found when its event was lost, even once its money has arrived with another', async () => {
  const sent = await sentToBank()
  loseEvents()
  await atProvider(world, `payouts/${sent.payoutId}/fail`)
  const { payouts, account_movements: movements } = world.stripe.state
  const payout = payouts[sent.payoutId]
  const back = Object.values(movements).find(
    ({ transaction }) => transaction.id === payout?.failure_balance_transaction,
  )
  if (payout === undefined || back === undefined) throw new Error('no payout came back')
  Object.assign(payout, { status: 'canceled', failure_code: null, failure_message: null })
  back.transaction.type = 'payout_cancel'
  await pass(8)
  // Only the news of the other payout arrives.
  const payoutId = Object.keys(payouts).at(-1) ?? ''
  const other = await readPayout(world.api.deps, { accountId: sent.accountId, payoutId })
  if (other === null) throw new Error('no other payout')
  await inTransaction(world.api.pool, (tx) => notePayout(tx, world.api.deps, other))
  expect((await statementOf(sent)).bank).toEqual(['to_bank', 'to_bank'])
  await reconcile(world.api.deps)
  expect(await statementOf(sent)).toEqual({
    place: 'bank',
    arrived: true,
    bank: ['to_bank', 'bank_returned', 'to_bank'],
  })
  await checkMoney(world)
})
