import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_PAGE } from '#contract/operator.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildOperator,
  buildPayment,
  buildProject,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

const page = async (id: string) =>
  (await api.call(operator, 'operator.project', { params: { id } })).body
const list = async (query: object) =>
  (await api.call(operator, 'operator.projects', { query })).body

test('a listing shows its seats, hires, hiring deadline and budget, and its deals name the listing', async () => {
  const listing = await buildListing(api.pool, {
    title: 'Eight quiet mugs',
    seats: 8,
    hiringUntil: '2031-01-15',
    deadline: '2031-02-01',
    budgetTotalCents: 400_000,
  })
  const first = await buildHire(api.pool, { listing, priceCents: 25_000 })
  const second = await buildHire(api.pool, { listing, priceCents: 30_050 })
  const gone = await buildHire(api.pool, { listing, priceCents: 90_000 })
  await api.call(listing.seller, 'projects.cancel', { params: { id: gone.id } })
  await buildPayment(api.pool, { application: { ...first.application, project_id: first.id } })
  await buildApplication(api.pool, { project: listing })

  expect(await page(listing.id)).toMatchObject({
    creator: null,
    listing: null,
    listing_id: null,
    agreed_price: null,
    applications: 4,
    hiring: { wanted: 8, hired: 2, until: '2031-01-15', budget_total: 4_000, committed: 550.5 },
  })
  expect(await page(second.id)).toMatchObject({
    listing: { id: listing.id, title: 'Eight quiet mugs' },
    listing_id: listing.id,
    hiring: null,
    agreed_price: 300.5,
    creator: { id: second.application.creator_id },
  })
  const deals = await list({ listing: listing.id })
  expect(deals.rows).toMatchObject([
    { id: gone.id, status: 'cancelled', agreed_price: 900 },
    { id: second.id, status: 'in_progress', agreed_price: 300.5, payment_status: null },
    { id: first.id, status: 'in_progress', agreed_price: 250, payment_status: 'pending' },
  ])
  expect(deals.next).toBeNull()
  // The list of projects distinguishes them, too.
  const found = await list({ q: 'eight quiet mugs' })
  expect(found.rows.map(({ listing_id, hiring }) => [listing_id, hiring])).toEqual([
    [listing.id, null],
    [listing.id, null],
    [listing.id, null],
    [null, { wanted: 8, hired: 2 }],
  ])
  expect((await list({ listing: listing.id, status: 'cancelled' })).rows).toHaveLength(1)
})

test('a project for one creator shows no hiring or listing data', async () => {
  const { id } = await buildProject(api.pool)
  expect(await page(id)).toMatchObject({ hiring: null, listing: null, listing_id: null })
  expect((await list({ listing: id })).rows).toEqual([])
})

test('the deals of a listing are paged without gaps or repetitions', async () => {
  const listing = await buildListing(api.pool, { seats: 50 })
  const most = OPERATOR_PAGE + 3
  await api.pool.query(
    `insert into projects (seller_id, title, description, category, budget, deadline, status, listing_id, created_at)
      select seller_id, title, description, category, budget, deadline, 'in_progress', id,
        now() - (n / 2) * interval '1 minute' from projects, generate_series(1, $2) n where id = $1`,
    [listing.id, most],
  )
  const first = await list({ listing: listing.id })
  expect(first.rows).toHaveLength(OPERATOR_PAGE)
  const rest = await list({ listing: listing.id, after: first.next ?? '' })
  expect(rest.rows).toHaveLength(3)
  expect(rest.next).toBeNull()
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(most)
})
