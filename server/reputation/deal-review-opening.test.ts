import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDispute, buildOperator } from '#tests/support/builders.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import {
  buildPayableDeal,
  fund,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const untilStatus = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const reviewsOf = (deal: PayableDeal) =>
  rows<{ side: string; status: string }>(
    world.api.pool,
    sql`select side, status from deal_reviews where project_id = ${deal.project.id} order by side`,
  )
const BOTH = [
  { side: 'creator', status: 'open' },
  { side: 'seller', status: 'open' },
]

test('a released payment opens both reviews once, even with two concurrent clicks', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  expect(await reviewsOf(deal)).toEqual([])
  const release = () =>
    world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  await Promise.all([release(), release()])
  await untilStatus(id, 'released')
  expect(await reviewsOf(deal)).toEqual(BOTH)
})

test('a payment returned by its creator opens both reviews only from 24 hours after funding', async () => {
  for (const [funded, expected] of [
    ['23 hours', []],
    ['24 hours', BOTH],
  ] as const) {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await execute(
      world.api.pool,
      sql`update payments set funded_at = ${world.api.deps.clock()}::timestamptz - ${funded}::interval where id = ${id}`,
    )
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
    await untilStatus(id, 'refunded')
    expect(await reviewsOf(deal)).toEqual(expected)
  }
})

test('a dispute decision opens both reviews, however soon it came', async () => {
  const operator = await buildOperator(world.api.pool)
  for (const [body, status] of [
    [{ outcome: 'refund', reason: 'Nothing was delivered.' }, 'refunded'],
    [{ outcome: 'split', returned_amount: 100, reason: 'A part was.' }, 'released'],
  ] as const) {
    const deal = await buildPayableDeal(world)
    const paymentId = await fund(world, deal)
    const { id } = await buildDispute(world.api.pool, {
      payment: { id: paymentId },
      openedBy: deal.seller,
    })
    const statement = { statement: 'All of it is there.' }
    await world.api.call(deal.creator, 'disputes.state', { params: { id }, body: statement })
    await world.api.call(operator, 'operator.decide_dispute', { params: { id }, body })
    await untilStatus(paymentId, status)
    expect(await reviewsOf(deal)).toEqual(BOTH)
  }
})

test('a payment lost in a bank dispute opens no reviews', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  world.stripe.controls.closeDispute(await openBankDispute(world, id), 'lost')
  await untilStatus(id, 'refunded')
  expect(await reviewsOf(deal)).toEqual([])
})
