import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  buildPayableDeal,
  fund,
  type MoneyWorld,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { buildDeliverable } from '#tests/support/builders.ts'
import { stretchIntoPast } from './backdate.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

test('backdating a release also backdates the transfer of the creator’s share', async () => {
  const { pool } = world.api
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  await world.until('the release', async () => (await statusOf(world, id)) === 'released')
  await stretchIntoPast(pool, deal.project.id, 30)
  const moments = await rows<{ kind: string; together: boolean }>(
    pool,
    sql`select kind, ledger_movements.created_at = released_at as together from ledger_movements
      join payments on payments.id = payment_id where payment_id = ${id} and kind in ('release', 'transfer') order by 1`,
  )
  expect(moments).toEqual([
    { kind: 'release', together: true },
    { kind: 'transfer', together: true },
  ])
})

test('after backdating, the answer to a delivery has the same time in its row and its event', async () => {
  const { pool } = world.api
  const deal = await buildPayableDeal(world)
  const { id } = await buildDeliverable(pool, deal)
  await world.api.call(deal.seller, 'deliverables.approve', {
    params: { id },
    body: { release: false },
  })
  // As if the response had been recorded a moment after its event.
  await pool.query(
    `update deliverables set reviewed_at = reviewed_at + interval '5 ms' where id = $1`,
    [id],
  )
  await stretchIntoPast(pool, deal.project.id, 30)
  const [answer] = await rows<{ together: boolean }>(
    pool,
    sql`select at = reviewed_at as together from deliverables join events on entity_id = deliverables.id
      where deliverables.id = ${id} and move = 'approve'`,
  )
  expect(answer).toEqual({ together: true })
})
