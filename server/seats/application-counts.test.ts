import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildApplication, buildOperator, type BuiltUser } from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

const withId = (id: string) => ({ params: { id } })

/** Returns every number that says how many applied to a project, by the call that reports it. */
async function saidOf(seller: { id: string }, id: string) {
  const { body: mine } = await api.call(seller, 'projects.mine')
  return {
    count: (await api.call(seller, 'applications.count', withId(id))).body.count,
    page: (await api.call(seller, 'projects.get', withId(id))).body.application_count,
    mine: mine.find((one) => one.id === id)?.application_count,
    console: (await api.call(operator, 'operator.project', withId(id))).body.applications,
  }
}
const all = (count: number) => ({ count, page: count, mine: count, console: count })

test('everyone who applied to a listing counts there, whatever became of them', async () => {
  const listing = await buildListing(api.pool)
  const hired = await buildHire(api.pool, { listing })
  const gone = await buildHire(api.pool, { listing })
  await api.call(listing.seller, 'projects.cancel', withId(gone.id))
  const rejected = await buildApplication(api.pool, { project: listing })
  await execute(
    api.pool,
    sql`update applications set status = 'rejected' where id = ${rejected.id}`,
  )
  await buildApplication(api.pool, { project: listing })
  expect(await saidOf(listing.seller, listing.id)).toEqual(all(4))
  const deal = await saidOf(listing.seller, hired.id)
  expect(deal).toEqual(all(1))
  // A creator sees the same number.
  const hires = await api.call(
    { id: hired.application.creator_id },
    'projects.get',
    withId(listing.id),
  )
  expect(hires.body.application_count).toBe(4)
})

test('a listing reduced to one seat still counts the creator it hired', async () => {
  const listing = await buildListing(api.pool, { deadline: '2031-02-01' })
  const gone = await buildHire(api.pool, { listing })
  await api.call(listing.seller, 'projects.cancel', withId(gone.id))
  const edited = await api.call(listing.seller, 'projects.update', {
    ...withId(listing.id),
    body: { seats: 1 },
  })
  expect(edited.status).toBe(200)
  await buildApplication(api.pool, { project: listing })
  expect(await saidOf(listing.seller, listing.id)).toEqual(all(2))
})

test('an applicant whom a block hides from the brand is counted for operators only', async () => {
  const listing = await buildListing(api.pool)
  await buildHire(api.pool, { listing })
  const apart = await buildApplication(api.pool, { project: listing })
  await api.call(listing.seller, 'blocks.add', withId(apart.creator_id))
  expect(await saidOf(listing.seller, listing.id)).toEqual({ ...all(1), console: 2 })
})
