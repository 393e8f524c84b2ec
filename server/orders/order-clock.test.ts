import { expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import { after, START, useClocks } from '#tests/support/clocks.ts'
import { buildPackage, orderInput } from '#tests/support/packages.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks
const hours = (count: number) => count / 24

async function ordered({ accept = false } = {}) {
  const { api } = clocks
  api.setNow(START)
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool, { payoutReady: true })
  const { id: packageId } = await buildPackage(api.pool, { creator })
  const { body: order } = await api.call(seller, 'package_orders.place', {
    params: { id: packageId },
    body: orderInput(),
  })
  if (accept) await api.call(creator, 'package_orders.accept', { params: { id: order.id } })
  return { seller, creator, order }
}

const PLACED = 'package_order.place'

test('an order reminds its creator once, half a day before it lapses', async () => {
  const { seller, creator } = await ordered()
  for (const at of [35.9, 36, 40, 47.9]) {
    await lookAt(hours(at))
    expect(await noticesOf(creator)).toEqual(at < 36 ? [PLACED] : [PLACED, 'clock.order_reminder'])
  }
  expect((await sentences(creator))[0]).toBe(
    'Ellen Harrow Goods’s order of “Two unboxing videos” waits for your answer until Mar 5, 2031, 10:00 UTC. Then it lapses.',
  )
  await lookAt(hours(48))
  expect(await noticesOf(creator)).toEqual([PLACED, 'clock.order_reminder', 'package_order.lapse'])
  expect(await noticesOf(seller)).toEqual(['package_order.lapse'])
})

test('an answered or cancelled order reminds no one', async () => {
  const { creator, order } = await ordered()
  await clocks.api.call(creator, 'package_orders.decline', { params: { id: order.id } })
  const other = await ordered()
  const params = { id: other.order.project_id }
  await clocks.api.call(other.seller, 'projects.cancel', { params })
  await lookAt(hours(40))
  expect(await noticesOf(creator)).toEqual([PLACED])
  expect(await noticesOf(other.creator)).toEqual([PLACED, 'package_order.cancel'])
})

test('an accepted order reminds its brand once, a day before it lapses unfunded', async () => {
  const { seller, order } = await ordered({ accept: true })
  for (const at of [47.9, 48, 60]) await lookAt(hours(at))
  expect(await noticesOf(seller)).toEqual(['package_order.accept', 'clock.order_funding_reminder'])
  expect((await sentences(seller))[0]).toBe(
    'Fund $180.00 for “Two unboxing videos” by Mar 6, 2031, 10:00 UTC, or the order lapses.',
  )
  const { body } = await clocks.api.call(seller, 'dashboard.waiting')
  expect(body[0]?.project).toMatchObject({
    id: order.project_id,
    order_fund_by: after(3).toISOString().replace('.000', ''),
  })
})

test('a payment on its way, or a project that ended, reminds no one; a failed payment does', async () => {
  const { api } = clocks
  const [paying, failed, ended] = [
    await ordered({ accept: true }),
    await ordered({ accept: true }),
    await ordered({ accept: true }),
  ]
  for (const [{ seller, creator, order }, status] of [
    [paying, 'pending'],
    [failed, 'failed'],
  ] as const)
    await execute(
      api.pool,
      sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, funding_by, status)
        select project_id, id, ${seller.id}, ${creator.id}, proposed_price, 'page', ${status}
        from applications where project_id = ${order.project_id}`,
    )
  await api.call(ended.seller, 'projects.cancel', { params: { id: ended.order.project_id } })
  await lookAt(hours(60))
  const told = 'clock.order_funding_reminder'
  expect(await noticesOf(paying.seller)).not.toContain(told)
  expect(await noticesOf(ended.seller)).not.toContain(told)
  expect(await noticesOf(failed.seller)).toContain(told)
})
