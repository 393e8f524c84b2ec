import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  saveCard,
  sessionOf,
  receiveEvents,
  startMoney,
} from '#tests/support/money.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { reconcile } from './payment-reconcile.ts'

/** A pass reads only what changed since the last one, and misses none of it. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
beforeEach(() => receiveEvents(world))
afterAll(() => world.close())

const DAYS = 24 * 60 * 60_000
const pass = (everything = false) => reconcile(world.api.deps, { everything })
const chargeOf = (paymentId: string) =>
  Object.values(world.stripe.state.charges).find(
    (row) => row.transfer_group === `payment_${paymentId}`,
  )

/** Pretends that everything so far happened that many days ago, here and at the provider, and was reconciled then. */
async function letDaysPass(days: number): Promise<void> {
  await pass()
  const { pool } = world.api
  await pool.query(
    `update payments set created_at = created_at - $1::interval, funded_at = funded_at - $1::interval,
      released_at = released_at - $1::interval`,
    [`${days} days`],
  )
  const { events, charges, transfers, refunds } = world.stripe.state
  const seconds = days * 24 * 60 * 60
  for (const { event } of Object.values(events))
    if (event.object === 'event') event.created -= seconds
  for (const made of [charges, transfers, refunds])
    for (const row of Object.values(made)) row.created -= seconds
}
const calls = () => world.stripe.state.requests.length

test('a pass without changes compares nothing, and makes no more provider calls for more payments', async () => {
  for (let made = 0; made < 3; made += 1) await fund(world, await buildPayableDeal(world))
  await letDaysPass(2)
  const before = calls()
  expect(await pass()).toMatchObject({ compared: 0, healed: [], open: [] })
  const asked = calls() - before
  for (let made = 0; made < 3; made += 1) await fund(world, await buildPayableDeal(world))
  await letDaysPass(2)
  const again = calls()
  expect(await pass()).toMatchObject({ compared: 0, healed: [], open: [] })
  expect(calls() - again).toBe(asked)
  expect((await pass(true)).compared).toBe(6)
})

test('a dispute of an old payment whose event was lost is found in the provider’s list of changes', async () => {
  const id = await fund(world, await buildPayableDeal(world))
  const other = await fund(world, await buildPayableDeal(world))
  await letDaysPass(2)
  world.stripe.setWebhookUrl(null)
  world.stripe.controls.openDispute(chargeOf(id)?.id ?? '')
  const found = await pass()
  expect(found.compared).toBe(1)
  expect(found.healed.map(({ paymentId }) => paymentId)).toContain(id)
  const disputed = await rows<{ id: string }>(
    world.api.pool,
    sql`select id from payments where disputed and id = any(${[id, other]})`,
  )
  expect(disputed).toEqual([{ id }])
})

test('a payment that could not be compared is compared again, even without a change', async () => {
  const id = await fund(world, await buildPayableDeal(world))
  await letDaysPass(2)
  await world.api.pool.query(
    `insert into money_differences (kind, payment_id, provider_id, detail) values ('not_compared', $1::uuid, $1::text, 'x')`,
    [id],
  )
  const found = await pass()
  expect(found.compared).toBe(1)
  expect(found.open.filter(({ payment_id }) => payment_id === id)).toEqual([])
})

test('changes that could not be read are read by the next pass', async () => {
  const id = await fund(world, await buildPayableDeal(world))
  await letDaysPass(2)
  world.stripe.setWebhookUrl(null)
  world.stripe.controls.openDispute(chargeOf(id)?.id ?? '')
  const deaf = {
    ...world.api.deps,
    payments: {
      ...world.api.deps.payments,
      eventsSince: () => Promise.reject(new Error('no line')),
    },
    // Late enough that the next pass would not look back that far.
    clock: () => new Date(Date.now() + 3 * 60 * 60_000),
  }
  expect((await reconcile(deaf)).open.map(({ provider_id }) => provider_id)).toContain('changes')
  const found = await pass()
  expect(found.healed.map(({ paymentId }) => paymentId)).toContain(id)
  expect(found.open.map(({ provider_id }) => provider_id)).not.toContain('changes')
})

test('an unexplained charge stays open until it is gone, even once it is older than the search range', async () => {
  const id = await fund(world, await buildPayableDeal(world))
  const charge = chargeOf(id)
  if (charge === undefined) throw new Error('nothing was charged')
  const stray: typeof charge = { ...charge, id: 'ch_stray', transfer_group: null }
  world.stripe.state.charges[stray.id] = stray
  const open = async () => (await pass()).open.map(({ provider_id }) => provider_id)
  expect(await open()).toContain('ch_stray')
  await world.api.pool.query(
    `update money_differences set found_at = found_at - interval '5 days' where provider_id = 'ch_stray'`,
  )
  stray.created -= (5 * DAYS) / 1000
  expect(await open()).toContain('ch_stray')
  delete world.stripe.state.charges[stray.id]
  expect(await open()).not.toContain('ch_stray')
})

test('after more than a month everything is compared', async () => {
  await letDaysPass(2)
  await world.api.pool.query(`update reconciled_through set at = now() - interval '31 days'`)
  expect((await pass()).compared).toBeGreaterThan(6)
  expect((await pass()).compared).toBe(0)
})

test('an unreported saved card appears after a pass, and stays away once removed', async () => {
  const seller = await buildSeller(world.api.pool)
  await pass()
  world.stripe.setWebhookUrl(null)
  const { setup_url } = (await world.api.call(seller, 'payment_methods.setup')).body
  await atProvider(world, `sessions/${sessionOf(setup_url)}/pay`, {
    card_number: '4242424242424242',
  })
  await pass()
  const [card] = (await world.api.call(seller, 'payment_methods.list')).body
  expect(card).toMatchObject({ card_last4: '4242' })
  await world.api.call(seller, 'payment_methods.remove', { params: { id: card?.id ?? '' } })
  await pass()
  expect((await world.api.call(seller, 'payment_methods.list')).body).toEqual([])
  receiveEvents(world)
  await saveCard(world, seller, '4242424242424242')
  await checkMoney(world)
})
