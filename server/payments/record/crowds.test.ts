import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  saveCard,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const CROWD = 50
const crowd = <Answer>(click: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: CROWD }, (_, index) => click(index)))
const tally = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)]
      .toSorted((a, b) => a - b)
      .map((status) => [status, statuses.filter((one) => one === status).length]),
  )
const moved = (id: string) => ({
  transfers: Object.values(world.stripe.state.transfers).filter(
    (made) => made.transfer_group === `payment_${id}`,
  ).length,
  refunds: Object.values(world.stripe.state.refunds).filter(
    ({ charge }) =>
      typeof charge === 'string' &&
      world.stripe.state.charges[charge]?.transfer_group === `payment_${id}`,
  ).length,
})

test('fifty clicks on Release pay once, and every one of them succeeds', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const clicks = await crowd(() =>
    world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } }),
  )
  expect(tally(clicks.map(({ status }) => status))).toEqual({ 200: CROWD })
  expect(moved(id)).toEqual({ transfers: 1, refunds: 0 })
  await checkMoney(world)
})

test('fifty clicks on Return payment send the money back once', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const clicks = await crowd(() =>
    world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } }),
  )
  expect(tally(clicks.map(({ status }) => status))).toEqual({ 200: CROWD })
  expect(moved(id)).toEqual({ transfers: 0, refunds: 1 })
  await checkMoney(world)
})

test.each([1, 2])(
  'fifty releases against fifty returns: one side wins entirely, the other is refused (%i)',
  async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    const [out, back] = await Promise.all([
      crowd(() => world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })),
      crowd(() => world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })),
    ])
    const status = await statusOf(world, id)
    const [winners, losers] = status === 'released' ? [out, back] : [back, out]
    expect(tally(winners.map((click) => click.status))).toEqual({ 200: CROWD })
    expect(tally(losers.map((click) => click.status))).toEqual({ 409: CROWD })
    const { transfers, refunds } = moved(id)
    expect(transfers + refunds).toBe(1)
    await checkMoney(world)
  },
)

test('fifty clicks on Fund Escrow lead to one payment, one page and no ledger entry', async () => {
  const deal = await buildPayableDeal(world)
  const clicks = await crowd(() =>
    world.api.call(deal.seller, 'payments.create', {
      body: { project_id: deal.project.id, application_id: deal.application.id },
    }),
  )
  const pages = clicks.filter(({ status }) => status === 200)
  expect(pages.length).toBeGreaterThan(0)
  expect(new Set(pages.map(({ body }) => `${body.id} ${body.checkout_url}`)).size).toBe(1)
  // The provider refuses a key while it processes it: those clicks are asked to retry.
  for (const { status } of clicks) expect([200, 503]).toContain(status)
  const sessions = Object.values(world.stripe.state.checkout_sessions).filter(
    ({ session }) => session.client_reference_id === pages[0]?.body.id,
  )
  expect(sessions).toHaveLength(1)
  expect(await ledgerText(world, pages[0]?.body.id ?? '')).toBe('')
  await checkMoney(world)
})

test('during fifty clicks on Set default exactly one card is the default at any moment', async () => {
  const deal = await buildPayableDeal(world)
  const cards: string[] = []
  for (const number of ['4242424242424242', '5555555555554444', '378282246310005'])
    cards.push(await saveCard(world, deal.seller, number))
  const seen = new Set<number>()
  const clicking = new AbortController()
  const watch = (async () => {
    while (!clicking.signal.aborted) {
      const [row] = await rows<{ count: number }>(
        world.api.pool,
        sql`select count(*)::int as count from customer_payment_methods
          where is_default and stripe_customer_id =
            (select stripe_customer_id from profiles where id = ${deal.seller.id})`,
      )
      seen.add(row?.count ?? -1)
    }
  })()
  const clicks = await crowd((index) =>
    world.api.call(deal.seller, 'payment_methods.set_default', {
      params: { id: cards[index % cards.length] ?? '' },
    }),
  )
  clicking.abort()
  await watch
  expect(tally(clicks.map(({ status }) => status))).toEqual({ 200: CROWD })
  expect([...seen]).toEqual([1])
  await checkMoney(world)
})
