import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_TO } from '#contract/paging.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import type { Statement } from '#server/db/sql.ts'
import { boardCardsOf, boardOf } from '#server/seats/board-store.ts'
import { fillBoard } from '#tests/support/boards.ts'
import { buildListing } from '#tests/support/campaigns.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf, sentBy } from '#tests/support/plans.ts'

/** Both have more in each column than a page holds. */
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
    await fillBoard(pool, listing.id, count)
  }
  await pool.query('vacuum analyze applications, offers, profiles, projects')
  // Nearly all rows belong to one listing here; in a real market they do not, and the test must see the plan used
  // there.
  await pool.query('set enable_seqscan = off')
})
afterAll(async () => {
  await pool.end()
  await drop()
})

const of = (size: keyof typeof MANY) => listings[size] ?? { listingId: '', sellerId: '' }

/** The pages of tables and indexes that answering a statement touches. */
async function pagesOf({ text, values }: Statement): Promise<number> {
  const { rows } = await pool.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
  }>(`explain (analyze, buffers, format json) ${text}`, [...values])
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('no plan')
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

test('the board of a project with ten thousand applications reads each column through its own index', async () => {
  const reads = await readsOf(pool, await sentBy((db) => boardOf(db, of('larger'))))
  expect(reads).toEqual(
    expect.arrayContaining(['applications_applied', 'applications_shortlisted', 'offers_on_board']),
  )
  expect(reads.filter((read) => read.startsWith('Seq Scan of applications'))).toEqual([])
})

test('the board reads at most two pages for each row that its three columns count', async () => {
  // Three columns, each counted up to its limit, at two pages for each row: its own and that of an offer.
  const larger = await pagesOf(await sentBy((db) => boardOf(db, of('larger'))))
  expect(larger).toBeLessThan(3 * 2 * COUNTED_TO)
})

test.each(['applied', 'shortlisted', 'offered'] as const)(
  'a page of %s reads fewer than twice as many pages among ten thousand as among two thousand',
  async (column) => {
    const smaller = await pagesOf(await sentBy((db) => boardCardsOf(db, column, of('smaller'))))
    const larger = await pagesOf(await sentBy((db) => boardCardsOf(db, column, of('larger'))))
    expect(larger).toBeLessThan(smaller * 2)
    expect(larger).toBeLessThan(400)
  },
)
