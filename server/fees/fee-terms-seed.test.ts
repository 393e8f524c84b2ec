import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a new database has the specification’s fee terms, and a payment without terms gets its deal’s', async () => {
  const deal = await buildDeal(pool, { priceCents: 110 })
  const { rows: terms } = await pool.query(
    `select creator_bps, minimum_fee from applications
      join fee_terms on fee_terms.id = fee_terms_id where applications.id = $1`,
    [deal.application.id],
  )
  expect(terms).toEqual([{ creator_bps: 8_500, minimum_fee: 0 }])
  await pool.query(
    `insert into payments (project_id, application_id, seller_id, creator_id, amount)
      values ($1, $2, $3, $4, 110)`,
    [deal.project.id, deal.application.id, deal.seller.id, deal.creator.id],
  )
  const { rows: payments } = await pool.query(
    'select fee_bps, minimum_fee, currency, purpose from payments',
  )
  expect(payments).toEqual([{ fee_bps: 1_500, minimum_fee: 0, currency: 'usd', purpose: 'deal' }])
})
