import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_PAGE } from '#contract/board.ts'
import { MAX_AMOUNT_CENTS } from '#contract/money.ts'
import { COUNTED_TO } from '#contract/paging.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeliverable,
  buildOffer,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { watchStatements } from '#tests/support/statements.ts'

let api: TestApi
let sent: () => string[]
beforeAll(async () => {
  api = await startApi()
  sent = watchStatements(api.deps.pool)
})
afterAll(() => api.close())

type Listing = Awaited<ReturnType<typeof buildListing>>
const board = (as: { id: string }, id: string) => api.call(as, 'projects.board', { params: { id } })
const cards = (as: { id: string }, id: string, query: object) =>
  api.call(as, 'projects.board_cards', { params: { id }, query })
const columnOf = async (listing: Listing, application: { id: string }) => {
  const { body } = await board(listing.seller, listing.id)
  return (['applied', 'shortlisted', 'offered'] as const).filter((column) =>
    body[column].cards.some(({ id }: { id: string }) => id === application.id),
  )
}
const set = (application: { id: string }, to: 'shortlisted_at' | 'reject_at') =>
  execute(
    api.pool,
    to === 'reject_at'
      ? sql`update applications set reject_at = now() + interval '10 seconds' where id = ${application.id}`
      : sql`update applications set shortlisted_at = now() where id = ${application.id}`,
  )

describe('the board refuses', () => {
  test('everyone but the brand, including a creator it hired', async () => {
    const listing = await buildListing(api.pool)
    const creator = await buildCreator(api.pool)
    await buildHire(api.pool, { listing, creator })
    const other = await buildSeller(api.pool)
    await expectHidden(api, other, 'projects.board', { params: { id: listing.id } })
    await expectHidden(api, other, 'projects.board_cards', {
      params: { id: listing.id },
      query: { column: 'applied' },
    })
    expect((await board(creator, listing.id)).status).toBe(403)
  })

  test('a project that hires one creator, and a column that is not for applications', async () => {
    const project = await buildProject(api.pool)
    const seller = { id: project.seller_id }
    expectRefusal(await board(seller, project.id), 'project.hires_one')
    expectRefusal(await cards(seller, project.id, { column: 'applied' }), 'project.hires_one')
    const listing = await buildListing(api.pool)
    expectInvalid(await cards(listing.seller, listing.id, { column: 'paid' }), 'column')
  })
})

describe('an application', () => {
  test.each([
    [false, false, 'applied'],
    [true, false, 'shortlisted'],
    [false, true, 'offered'],
    [true, true, 'offered'],
  ])(
    'is in exactly one column when shortlisted is %s and offered is %s',
    async (marked, offered, column) => {
      const listing = await buildListing(api.pool)
      const application = await buildApplication(api.pool, { project: listing })
      if (marked) await set(application, 'shortlisted_at')
      if (offered) await buildOffer(api.pool, { application })
      expect(await columnOf(listing, application)).toEqual([column])
    },
  )

  test('is back in its column once its offer has been declined', async () => {
    const listing = await buildListing(api.pool)
    const application = await buildApplication(api.pool, { project: listing })
    await buildOffer(api.pool, { application, status: 'declined' })
    expect(await columnOf(listing, application)).toEqual(['applied'])
  })

  test('leaves the board as soon as the brand declines it', async () => {
    const listing = await buildListing(api.pool)
    for (const offered of [false, true]) {
      const application = await buildApplication(api.pool, { project: listing })
      if (offered) await buildOffer(api.pool, { application })
      await set(application, 'reject_at')
      expect(await columnOf(listing, application)).toEqual([])
    }
  })
})

test('deals are shown in their columns, and a cancelled deal is no longer on the board', async () => {
  const listing = await buildListing(api.pool, { seats: 4, budgetTotalCents: 200_000 })
  const [waiting, held, cancelled] = [
    await buildHire(api.pool, { listing, priceCents: 30_000 }),
    await buildHire(api.pool, { listing, priceCents: 40_000 }),
    await buildHire(api.pool, { listing, priceCents: 50_000 }),
  ]
  await buildPayment(api.pool, { application: held.application, status: 'held_in_escrow' })
  await execute(api.pool, sql`update projects set status = 'cancelled' where id = ${cancelled.id}`)
  const { body } = await board(listing.seller, listing.id)
  expect(
    body.deals.map(({ column, deal }: { column: string; deal: { project: { id: string } } }) => [
      deal.project.id,
      column,
    ]),
  ).toEqual([
    [held.id, 'making'],
    [waiting.id, 'hired'],
  ])
  expect(body.off).toBe(1)
  expect(body.money).toEqual({ committed: 700, held: 400, released: 0, returned: 0, left: 1_300 })
})

test('the sums of a board are exact far above the maximum of a single price', async () => {
  const listing = await buildListing(api.pool, { seats: 50 })
  for (let hired = 0; hired < 22; hired += 1)
    await buildHire(api.pool, { listing, priceCents: MAX_AMOUNT_CENTS })
  const { body } = await board(listing.seller, listing.id)
  expect(body.money).toMatchObject({ committed: 21_999_999.78, left: null })
})

test('refunded money is neither held nor due again, and a price reduction is no longer committed', async () => {
  const listing = await buildListing(api.pool, { seats: 5, budgetTotalCents: 200_000 })
  const paid = async (priceCents: number, status: string, returnedPart = 0) => {
    const { application } = await buildHire(api.pool, { listing, priceCents })
    const { id } = await buildPayment(api.pool, { application, status })
    await execute(
      api.pool,
      sql`update payments set returned_part = ${returnedPart} where id = ${id}`,
    )
    return application
  }
  await paid(30_000, 'refunded')
  // Split by a decision.
  await paid(40_000, 'released', 10_001)
  // Both agreed on less.
  const { id } = await paid(50_000, 'held_in_escrow', 5_000)
  await execute(api.pool, sql`update applications set proposed_price = 45000 where id = ${id}`)
  await buildHire(api.pool, { listing, priceCents: 20_000 })
  const { body } = await board(listing.seller, listing.id)
  expect(body.money).toEqual({
    committed: 1_350,
    held: 450,
    released: 299.99,
    returned: 400.01,
    left: 650,
  })
  expect(body.off).toBe(1)
})

test.each([
  ['held_in_escrow', 'rendition=marked_poster.webp'],
  ['released', 'rendition=poster.webp'],
])(
  'the poster of a delivery whose money is %s is the marked one until the original opens',
  async (status, still) => {
    const listing = await buildListing(api.pool, { seats: 2 })
    const creator = await buildCreator(api.pool)
    const hire = await buildHire(api.pool, { listing, creator })
    await buildPayment(api.pool, { application: hire.application, status })
    const delivered = await buildDeliverable(api.pool, {
      application: { ...hire.application, project_id: hire.id, creator },
    })
    await execute(
      api.pool,
      sql`update files set renditions = '{poster.webp,marked_poster.webp}' where owner_id = ${creator.id}`,
    )
    const [placed] = (await board(listing.seller, listing.id)).body.deals
    expect(placed?.work?.deliverable_id).toBe(delivered.id)
    expect(placed?.work?.poster_url).toContain(still)
  },
)

test('an applicant who blocked the brand is not on the board; a hired creator’s deal still is', async () => {
  const listing = await buildListing(api.pool)
  const applicant = await buildApplication(api.pool, { project: listing })
  const hired = await buildHire(api.pool, { listing })
  for (const { creator_id: creator } of [applicant, hired.application])
    await execute(
      api.pool,
      sql`insert into blocks (blocker_id, blocked_id, created_at) values (${creator}, ${listing.seller_id}, now())`,
    )
  const { body } = await board(listing.seller, listing.id)
  expect([body.applied.cards, body.applied.count]).toEqual([[], 0])
  expect(body.deals).toHaveLength(1)
})

test('a column is read page by page, without repeating or skipping', async () => {
  const listing = await buildListing(api.pool)
  await apply(listing.id, BOARD_PAGE + 3)
  const first = (await board(listing.seller, listing.id)).body.applied
  const rest = (await cards(listing.seller, listing.id, { column: 'applied', after: first.next }))
    .body
  const ids = [...first.cards, ...rest.cards].map(({ id }: { id: string }) => id)
  expect([first.count, first.exact, first.cards.length]).toEqual([BOARD_PAGE + 3, true, BOARD_PAGE])
  expect(new Set(ids).size).toBe(BOARD_PAGE + 3)
  expect(rest.next).toBeNull()
})

test('the count of a column stops at the same limit as every other count', async () => {
  const listing = await buildListing(api.pool)
  await apply(listing.id, COUNTED_TO + 5)
  const { applied } = (await board(listing.seller, listing.id)).body
  expect([applied.count, applied.exact]).toEqual([COUNTED_TO, false])
})

test('a board of fifty deals takes one SQL statement besides the viewer’s own', async () => {
  const listing = await buildListing(api.pool, { seats: 50 })
  for (let n = 0; n < 50; n += 1) await buildHire(api.pool, { listing })
  sent()
  const { body } = await board(listing.seller, listing.id)
  const [, ...statements] = sent()
  expect(body.deals).toHaveLength(50)
  expect(statements).toHaveLength(1)
})

/** Creates many applications, one second apart. */
const apply = (listingId: string, count: number) =>
  execute(
    api.pool,
    sql`with made as (insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', now() from generate_series(1, ${count}::integer) returning id, email),
      people as (insert into profiles (id, name, email, role) select id, 'Applicant', email, 'creator' from made returning id)
      insert into applications (project_id, creator_id, message, proposed_price, created_at)
      select ${listingId}, id, 'I would love to.', 40000, now() - interval '1 second' * row_number() over () from people`,
  )
