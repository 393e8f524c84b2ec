import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMENDMENT_LIMITS } from '#contract/amendments.ts'
import { execute, sql } from '#server/db/sql.ts'
import { buildBrief, buildDeal, buildOperator, type BuiltUser } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  payExtra,
  saveCard,
  sessionOf,
  startMoney,
} from '#tests/support/money.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { amendmentClocks } from './amendment-clock.ts'

/** More rounds of revision for a running deal, with or without a price. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

interface Rounded {
  project: { id: string }
}
const propose = (as: BuiltUser, deal: Rounded, body: { id: string; [name: string]: unknown }) =>
  world.api.call(as, 'amendments.propose', { params: { id: deal.project.id }, body })
const accept = (as: BuiltUser, id: string) =>
  world.api.call(as, 'amendments.accept', { params: { id } })
const agreed = async (as: BuiltUser, { project }: Rounded) =>
  (await world.api.call(as, 'projects.get', { params: { id: project.id } })).body.rounds?.agreed
const another = (rounds: number, more: object = {}) => ({ id: randomUUID(), rounds, ...more })

test('extra rounds are refused if zero, too many, no more than agreed or beside a brief, and to strangers', async () => {
  const deal = await buildDeal(world.api.pool)
  for (const rounds of [0, 2.5, AMENDMENT_LIMITS.rounds + 1])
    expectInvalid(await propose(deal.seller, deal, another(rounds)), 'rounds')
  expectRefusal(await propose(deal.seller, deal, another(1)), 'amendment.rounds_not_more')
  expectRefusal(await propose(deal.seller, deal, another(2)), 'amendment.nothing_new')
  const brief = await buildBrief(world.api.pool, deal.project.id)
  expectRefusal(
    await propose(deal.seller, deal, another(3, { brief: { ...brief, rounds: 4 } })),
    'amendment.rounds_in_brief',
  )
  const other = await buildDeal(world.api.pool)
  expectRefusal(await propose(other.seller, deal, another(3)), 'request.not_found')
  expect(await agreed(deal.seller, deal)).toBe(2)
})

test.each(['seller', 'creator'] as const)(
  'free extra rounds proposed by the %s count once, when the other side agrees',
  async (by) => {
    const deal = await buildDeal(world.api.pool)
    const [asks, answers] =
      by === 'seller' ? [deal.seller, deal.creator] : [deal.creator, deal.seller]
    const body = another(3)
    for (const _ of [1, 2]) expect((await propose(asks, deal, body)).status).toBe(200)
    expectRefusal(await propose(asks, deal, { ...body, rounds: 4 }), 'amendment.another')
    expect(await agreed(asks, deal)).toBe(2)
    for (const _ of [1, 2]) {
      const { body: after } = await accept(answers, body.id)
      expect(after).toMatchObject({
        terms: { rounds: 3 },
        amendments: [{ status: 'accepted', rounds: 3, against_rounds: 2 }],
      })
    }
    expect((await propose(asks, deal, body)).status).toBe(200)
    expect(await agreed(answers, deal)).toBe(3)
  },
)

test('extra rounds, even beyond a brief’s maximum, survive a later brief that leaves rounds unchanged', async () => {
  const deal = await buildDeal(world.api.pool)
  const { pool } = world.api
  const brief = await buildBrief(pool, deal.project.id)
  await execute(
    pool,
    sql`update applications set brief_version = 1 where id = ${deal.application.id}`,
  )
  const more = another(8)
  await propose(deal.seller, deal, more)
  const { body } = await accept(deal.creator, more.id)
  expect(body.terms).toMatchObject({ rounds: 8, brief: { rounds: 5 } })
  await execute(
    pool,
    sql`update projects set description_generated = true where id = ${deal.project.id}`,
  )
  for (const side of [deal.seller, deal.creator]) {
    const page = await world.api.call(side, 'projects.get', { params: { id: deal.project.id } })
    expect(page.body.description).toContain('8 revision rounds are included.')
  }
  const shown = await world.api.call(await buildOperator(pool), 'operator.project', {
    params: { id: deal.project.id },
  })
  expect(shown.body).toMatchObject({
    agreed_price: 540,
    rounds: { agreed: 8, used: 0 },
    amendments: [{ rounds: 8, against_rounds: 2, status: 'accepted' }],
  })
  expect(shown.body.description).toContain('8 revision rounds are included.')
  const kept = { id: randomUUID(), brief: { ...brief, rounds: 5, say: ['Folds flat'] } }
  await propose(deal.seller, deal, kept)
  await accept(deal.creator, kept.id)
  expect(await agreed(deal.seller, deal)).toBe(8)
  const fewer = { id: randomUUID(), brief: { ...kept.brief, rounds: 4 } }
  await propose(deal.seller, deal, fewer)
  const { body: last } = await accept(deal.creator, fewer.id)
  expect(last.amendments.at(-1)).toMatchObject({ rounds: null, changes_brief: true })
  expect(await agreed(deal.seller, deal)).toBe(4)
})

/** Held money and an extra round for $60.00 more that both agreed on. */
async function unpaid() {
  const deal = await buildPayableDeal(world)
  await fund(world, deal)
  const body = another(3, { price: 600 })
  expect((await propose(deal.seller, deal, body)).status).toBe(200)
  expect((await accept(deal.creator, body.id)).body.amendments[0]).toMatchObject({
    status: 'unpaid',
    rounds: 3,
    extra: 60,
  })
  return { deal, id: body.id }
}
const pay = (deal: PayableDeal, amendment: string, card?: string) =>
  payExtra(world, deal, amendment, { card })

test('paid extra rounds count once their payment is held, however often the webhook is delivered', async () => {
  const { deal, id } = await unpaid()
  expect(await agreed(deal.seller, deal)).toBe(2)
  const { body } = await pay(deal, id)
  const session = sessionOf(body.checkout_url ?? '')
  await atProvider(world, `sessions/${session}/pay`, { card_number: '4242424242424242' })
  await world.until('the round', async () => (await agreed(deal.creator, deal)) === 3)
  const completed = Object.values(world.stripe.state.events).filter(
    ({ event }) => event.type === 'checkout.session.completed',
  )
  expect(completed.length).toBeGreaterThan(0)
  for (const { event, delivery } of completed) {
    const sent = delivery.attempts.length
    await atProvider(world, `events/${event.id}/deliver`)
    await world.until('another delivery', () => Promise.resolve(delivery.attempts.length > sent))
  }
  expect(await agreed(deal.seller, deal)).toBe(3)
  await checkMoney(world)
})

test('extra rounds whose card is declined, or that lapse or are called off, do not count', async () => {
  const declined = await unpaid()
  const bad = await saveCard(world, declined.deal.seller, '4000000000000341')
  expect((await pay(declined.deal, declined.id, bad)).body.status).toBe('failed')
  expect(await agreed(declined.deal.seller, declined.deal)).toBe(2)
  await world.api.call(declined.deal.creator, 'amendments.call_off', {
    params: { id: declined.id },
  })
  const lapsed = await unpaid()
  const late = new Date(Date.now() + (AMENDMENT_LIMITS.payHours + 1) * 60 * 60_000)
  const due = await amendmentClocks['amendments that were not paid']?.(world.api.deps, late)
  for (const run of due ?? []) await run()
  for (const { deal, id } of [declined, lapsed]) {
    expect(await agreed(deal.seller, deal)).toBe(2)
    expectRefusal(await pay(deal, id), id === lapsed.id ? 'amendment.lapsed' : 'amendment.answered')
  }
  await checkMoney(world)
})
