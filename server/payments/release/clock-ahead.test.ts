import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { daysBefore } from '#server/clocks/days.ts'
import { buildDeliverable } from '#tests/support/builders.ts'
import {
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

/** A process may run ahead of its database (CLOCK_OFFSET_SECONDS): only the process's clock counts for rules. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())
afterEach(() => world.api.setNow(null))

const aWeekAhead = () => world.api.setNow(daysBefore(new Date(), -7))

test('with the process time a week ahead, a delivery that the clock approves on day seven is released', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await buildDeliverable(world.api.pool, deal)
  aWeekAhead()
  await clockTasks(world.api.deps)['clocks.tick']({})
  await world.until('the release', async () => (await statusOf(world, id)) === 'released')
  await checkMoney(world)
})

test('with the process time a week ahead, a payment page opens and a click releases held money', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const unpaid = await buildPayableDeal(world)
  aWeekAhead()
  await startFunding(world, unpaid)
  const { body } = await world.api.call(deal.seller, 'payments.release', {
    body: { payment_id: id },
  })
  expect(body).toMatchObject({ status: 'released' })
  await checkMoney(world)
})
