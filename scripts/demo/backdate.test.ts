import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  buildPayableDeal,
  fund,
  type MoneyWorld,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { stretchIntoPast } from './backdate.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

test('a release that is moved into the past takes the share of its creator along', async () => {
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
