import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database.ts'

/** What there was before terms were data. */
const before = new Set(
  readdirSync('server/db/migrations').filter((name) => name < '0033_fee_terms.sql'),
)

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.url, undefined, before)
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('deals made before there were terms get those they were made on: 85 % and no minimum', async () => {
  const accepted = await buildDeal(pool)
  const paid = await buildDeal(pool, { priceCents: 110 })
  await pool.query(
    `insert into payments (project_id, application_id, seller_id, creator_id, amount)
      values ($1, $2, $3, $4, 110)`,
    [paid.project.id, paid.application.id, paid.seller.id, paid.creator.id],
  )
  await migrate(database.url)
  const applications = await pool.query(
    `select applications.id, creator_bps, minimum_fee from applications
      join fee_terms on fee_terms.id = fee_terms_id where applications.id = any($1)`,
    [[accepted.application.id, paid.application.id]],
  )
  const terms = { creator_bps: 8_500, minimum_fee: 0 }
  expect(applications.rows).toHaveLength(2)
  for (const row of applications.rows) expect(row).toMatchObject(terms)
  const payments = await pool.query('select fee_bps, minimum_fee, currency, purpose from payments')
  expect(payments.rows).toEqual([
    { fee_bps: 1_500, minimum_fee: 0, currency: 'usd', purpose: 'deal' },
  ])
  // The release before goes on beside this one: it inserts without naming terms.
  await pool.query(
    `insert into payments (project_id, application_id, seller_id, creator_id, amount)
      values ($1, $2, $3, $4, 54000)`,
    [accepted.project.id, accepted.application.id, accepted.seller.id, accepted.creator.id],
  )
  const { rows } = await pool.query('select distinct fee_bps, minimum_fee from payments')
  expect(rows).toEqual([{ fee_bps: 1_500, minimum_fee: 0 }])
})
