import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import type { BuiltUser } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  payExtra,
  sessionOf,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/** Cancelling a change that both agreed on and the brand has not paid. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const callOff = (as: BuiltUser, id: string) =>
  world.api.call(as, 'amendments.call_off', { params: { id } })
const pay = (deal: PayableDeal, amendment: string) => payExtra(world, deal, amendment)
const payPage = (url: string | null) =>
  atProvider(world, `sessions/${sessionOf(url ?? '')}/pay`, { card_number: '4242424242424242' })

/** Held money, and $60.00 more that both agreed on. */
async function unpaid() {
  const deal = await buildPayableDeal(world)
  await fund(world, deal)
  const id = randomUUID()
  const params = { id: deal.project.id }
  await world.api.call(deal.creator, 'amendments.propose', { params, body: { id, price: 600 } })
  await world.api.call(deal.seller, 'amendments.accept', { params: { id } })
  return { deal, id }
}
const standing = (id: string) =>
  oneRow<{ status: string; price: number }>(
    world.api.pool,
    sql`select amendments.status, proposed_price as price from amendments
      join applications on applications.id = application_id where amendments.id = ${id}`,
  )
const CALLED_OFF = { status: 'called_off', price: 54_000 }

test('calling off a change is refused to strangers, before both sides agree and once it is paid', async () => {
  const { deal, id } = await unpaid()
  const other = await unpaid()
  expectRefusal(await callOff(other.deal.seller, id), 'request.not_found')
  expectRefusal(await callOff(deal.creator, randomUUID()), 'request.not_found')
  const paid = await pay(deal, id)
  await payPage(paid.body.checkout_url)
  await world.until('held', async () => (await standing(id)).status === 'accepted')
  for (const side of [deal.seller, deal.creator])
    expectRefusal(await callOff(side, id), 'amendment.answered')
  const next = randomUUID()
  const params = { id: deal.project.id }
  await world.api.call(deal.creator, 'amendments.propose', {
    params,
    body: { id: next, price: 700 },
  })
  expectRefusal(await callOff(deal.seller, next), 'amendment.answered')
  expect(await standing(next)).toMatchObject({ status: 'proposed' })
})

test.each(['seller', 'creator'] as const)(
  'the %s can call off an unpaid change, recorded once, and another can then be proposed',
  async (side) => {
    const { deal, id } = await unpaid()
    for (const _ of [1, 2]) expect((await callOff(deal[side], id)).status).toBe(200)
    expect(await standing(id)).toEqual(CALLED_OFF)
    const { events } = await oneRow<{ events: number }>(
      world.api.pool,
      sql`select count(*)::int as events from events where entity_id = ${id} and move = 'call_off'
        and from_status = 'unpaid' and actor_id = ${deal[side].id}`,
    )
    expect(events).toBe(1)
    expectRefusal(await pay(deal, id), 'amendment.answered')
    const again = await world.api.call(deal.creator, 'amendments.propose', {
      params: { id: deal.project.id },
      body: { id: randomUUID(), price: 620 },
    })
    expect(again.status).toBe(200)
    await checkMoney(world)
  },
)

test.each(['seller', 'creator'] as const)(
  'calling off by the %s closes an open checkout page, which then takes no money',
  async (side) => {
    const { deal, id } = await unpaid()
    const { body } = await pay(deal, id)
    expect((await callOff(deal[side], id)).status).toBe(200)
    expect(await standing(id)).toEqual(CALLED_OFF)
    expect(await statusOf(world, body.id)).toBe('failed')
    // The checkout page can still be viewed, but takes no money.
    await payPage(body.checkout_url)
    const taken = Object.values(world.stripe.state.charges).filter(
      (charge) => charge.transfer_group === `payment_${body.id}`,
    )
    expect(taken).toEqual([])
    await checkMoney(world)
  },
)

test.each(['seller', 'creator'] as const)(
  'calling off by the %s is refused if the checkout page was just paid, and the change takes effect',
  async (side) => {
    const { deal, id } = await unpaid()
    const { body } = await pay(deal, id)
    await payPage(body.checkout_url)
    expectRefusal(await callOff(deal[side], id), 'amendment.answered')
    expect(await standing(id)).toEqual({ status: 'accepted', price: 60_000 })
    expect(await statusOf(world, body.id)).toBe('held_in_escrow')
    await checkMoney(world)
  },
)

test('calling off is refused while a saved card is being charged', async () => {
  const { deal, id } = await unpaid()
  const { body } = await pay(deal, id)
  await world.api.pool.query(
    "update payments set funding_by = 'card', funding_card = 'pm_x' where id = $1",
    [body.id],
  )
  for (const side of [deal.seller, deal.creator])
    expectRefusal(await callOff(side, id), 'amendment.being_paid')
  await world.api.pool.query("update payments set funding_by = 'page' where id = $1", [body.id])
  expect((await callOff(deal.seller, id)).status).toBe(200)
})
