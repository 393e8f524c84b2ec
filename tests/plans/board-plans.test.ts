import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_TO } from '#contract/paging.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import type { Statement } from '#server/db/sql.ts'
import { boardCardsOf, boardOf } from '#server/seats/board-store.ts'
import { buildListing } from '#tests/support/campaigns.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf, sentBy } from '#tests/support/plans.ts'

/** Both have more of each column than a page holds. */
const MANY = { smaller: 2_000, larger: 10_000 }

let pool: Pool
let drop: () => Promise<void>
const listings: Record<string, { listingId: string; sellerId: string }> = {}

beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = createPool(database.url, 1)
  for (const [size, count] of Object.entries(MANY)) {
    const listing = await buildListing(pool, { seats: 50 })
    listings[size] = { listingId: listing.id, sellerId: listing.seller_id }
    await fill(listing.id, count)
  }
  await pool.query('vacuum analyze applications, offers, profiles, projects')
  // Nearly all rows are one listing's here; in a market they are not, and it shall show the plan it has there.
  await pool.query('set enable_seqscan = off')
})
afterAll(async () => {
  await pool.end()
  await drop()
})

/** One in ten is shortlisted, one in seven has an offer. */
const fill = (listingId: string, count: number) =>
  pool
    .query(
      `with made as (insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, $2::integer) returning id, email),
      people as (insert into profiles (id, name, email, role) select id, 'Applicant', email, 'creator' from made returning id)
      insert into applications (project_id, creator_id, message, proposed_price, created_at, shortlisted_at)
      select $1, id, 'I would love to.', 40000, now() - interval '1 second' * row_number() over (),
        case when row_number() over () % 10 = 0 then now() end from people`,
      [listingId, count],
    )
    .then(() =>
      pool.query(
        `insert into offers (id, application_id, number, by, price, deliver_by, rounds, hire_at_once, against_price,
          against_deliver_by, against_rounds, created_at, expires_at)
        select gen_random_uuid(), id, 1, 'seller', 40000, '2031-01-31', 1, true, 40000, '2031-01-31', 2, created_at, now() + interval '1 year'
        from (select *, row_number() over () as n from applications where project_id = $1) applications where n % 7 = 0`,
        [listingId],
      ),
    )

const of = (size: keyof typeof MANY) => listings[size] ?? { listingId: '', sellerId: '' }

/** Pages of tables and indexes that answering a statement touches. */
async function pagesOf({ text, values }: Statement): Promise<number> {
  const { rows } = await pool.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
  }>(`explain (analyze, buffers, format json) ${text}`, [...values])
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('no plan')
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

test('the board of ten thousand applications reads each column by its own index', async () => {
  const reads = await readsOf(pool, await sentBy((db) => boardOf(db, of('larger'))))
  expect(reads).toEqual(
    expect.arrayContaining(['applications_applied', 'applications_shortlisted', 'offers_on_board']),
  )
  expect(reads.filter((read) => read.startsWith('Seq Scan of applications'))).toEqual([])
})

test('it reads no more than its columns count', async () => {
  // Three columns, each counted up to there, at two pages for each: its own and that of an offer.
  const larger = await pagesOf(await sentBy((db) => boardOf(db, of('larger'))))
  expect(larger).toBeLessThan(3 * 2 * COUNTED_TO)
})

test.each(['applied', 'shortlisted', 'offered'] as const)(
  'a page of %s reads as many pages among ten thousand as among two thousand',
  async (column) => {
    const smaller = await pagesOf(await sentBy((db) => boardCardsOf(db, column, of('smaller'))))
    const larger = await pagesOf(await sentBy((db) => boardCardsOf(db, column, of('larger'))))
    expect(larger).toBeLessThan(smaller * 2)
    expect(larger).toBeLessThan(400)
  },
)
