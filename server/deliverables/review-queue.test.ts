import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildDispute,
  buildPayment,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('work whose payment went back is not to be reviewed: it is in no list, not counted and not answered', async () => {
  const deal = await buildDeal(api.pool)
  const { id } = await buildDeliverable(api.pool, deal)
  const payment = await buildPayment(api.pool, { ...deal, status: 'held_in_escrow' })
  const listed = async () => {
    const [queue, waiting, counts] = await Promise.all([
      api.call(deal.seller, 'deliverables.queue', { query: {} }),
      api.call(deal.seller, 'deliverables.to_review', { query: {} }),
      api.call(deal.seller, 'dashboard.seller'),
    ])
    return [queue.body.length, waiting.body.length, counts.body.pending_reviews]
  }
  expect(await listed()).toEqual([1, 1, 1])
  await execute(api.pool, sql`update payments set status = 'refunded' where id = ${payment.id}`)
  expect(await listed()).toEqual([0, 0, 0])
  const params = { id }
  const approval = await api.call(deal.seller, 'deliverables.approve', {
    params,
    body: { release: false },
  })
  expectRefusal(approval, 'deliverable.money_returned')
  const body = { reviewer_notes: 'Brighter.' }
  const revision = await api.call(deal.seller, 'deliverables.request_revision', { params, body })
  expectRefusal(revision, 'deliverable.money_returned')
})

/** A deal of the listing with a delivery that was handed in the given number of minutes ago. */
async function delivered(listing: Awaited<ReturnType<typeof buildListing>>, minutesAgo: number) {
  const creator = await buildCreator(api.pool)
  const deal = await buildHire(api.pool, { listing, creator })
  const application = { ...deal.application, project_id: deal.id, creator }
  const { id } = await buildDeliverable(api.pool, { application })
  await execute(
    api.pool,
    sql`update deliverables set created_at = now() - interval '1 minute' * ${minutesAgo} where id = ${id}`,
  )
  return { id, deal: deal.id, application }
}

test('the review queue lists what can be answered now, the earliest first, for one project or for all', async () => {
  const seller = await buildSeller(api.pool)
  const one = await buildListing(api.pool, { seller, seats: 5 })
  const other = await buildListing(api.pool, { seller, seats: 5 })
  const late = await delivered(one, 1)
  const early = await delivered(one, 9)
  const elsewhere = await delivered(other, 5)
  const over = await delivered(one, 7)
  await execute(api.pool, sql`update projects set status = 'cancelled' where id = ${over.deal}`)
  const frozen = await delivered(one, 6)
  const payment = await buildPayment(api.pool, {
    application: frozen.application,
    status: 'held_in_escrow',
  })
  await buildDispute(api.pool, { payment, openedBy: frozen.application.creator })
  const queue = async (as: { id: string }, query: object) => {
    const { body } = await api.call(as, 'deliverables.queue', { query })
    return body.map(({ id }: { id: string }) => id)
  }
  expect(await queue(seller, {})).toEqual([early.id, elsewhere.id, late.id])
  expect(await queue(seller, { listing: one.id })).toEqual([early.id, late.id])
  // Another brand’s queue is empty, even if it names this project.
  const stranger = await buildSeller(api.pool)
  expect(await queue(stranger, {})).toEqual([])
  expect(await queue(stranger, { listing: one.id })).toEqual([])
})
