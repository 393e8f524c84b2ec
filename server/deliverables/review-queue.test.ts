import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildDeliverable,
  buildDispute,
  buildPayment,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

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
