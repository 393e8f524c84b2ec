import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { moveProject } from '#server/projects/project-moves.ts'
import { buildApplication } from '#tests/support/builders.ts'
import { buildHire, buildListing, listingNow } from '#tests/support/campaigns.ts'
import { useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks

/** The clock starts on 3 March 2031. */
const UNTIL = { hiringUntil: '2031-03-05', deadline: '2031-04-01' }

test('the last day of hiring counts in full; then everyone waiting is answered and the deals go on', async () => {
  const { pool } = clocks.api
  const listing = await buildListing(pool, UNTIL)
  const { id } = await buildHire(pool, { listing })
  const waiting = await buildApplication(pool, { project: listing })
  await lookAt(2.5)
  expect(await listingNow(pool, listing.id)).toMatchObject({ status: 'active', waiting: 1 })
  await lookAt(3)
  await lookAt(3.1)
  expect(await listingNow(pool, listing.id)).toMatchObject({
    status: 'in_progress',
    hired: 1,
    waiting: 0,
  })
  expect(await noticesOf(listing.seller)).toEqual(['project.close'])
  expect((await sentences(listing.seller))[0]).toContain(
    'Everyone already hired continues as agreed.',
  )
  expect((await sentences(waiting.creator))[0]).toContain('Its last day of hiring has passed.')
  const deal = await clocks.api.call(listing.seller, 'projects.get', { params: { id } })
  expect(deal.body.status).toBe('in_progress')
})

test('a project whose deals are all over is completed after the last day of hiring', async () => {
  const { pool } = clocks.api
  const listing = await buildListing(pool, UNTIL)
  const { id } = await buildHire(pool, { listing })
  await inTransaction(pool, (tx) =>
    moveProject(tx, { project: { id, status: 'in_progress' }, move: 'complete', actorId: null }),
  )
  await lookAt(2.5)
  expect((await listingNow(pool, listing.id)).status).toBe('active')
  await lookAt(3)
  await lookAt(3.1)
  expect((await listingNow(pool, listing.id)).status).toBe('completed')
})

test('a project without hires ends after its last day, and no notice says that its brand cancelled it', async () => {
  const { pool } = clocks.api
  const listing = await buildListing(pool, UNTIL)
  const waiting = await buildApplication(pool, { project: listing })
  await lookAt(3)
  await lookAt(3.1)
  expect((await listingNow(pool, listing.id)).status).toBe('cancelled')
  expect(await noticesOf(listing.seller)).toEqual(['project.lapse'])
  expect((await sentences(waiting.creator))[0]).toContain('Its last day of hiring has passed.')
  expect((await sentences(waiting.creator))[0]).not.toContain('cancelled')
})

test('a project whose last day was moved, or that was filled meanwhile, is left alone', async () => {
  const { pool } = clocks.api
  const moved = await buildListing(pool, UNTIL)
  const full = await buildListing(pool, { ...UNTIL, seats: 2 })
  await buildHire(pool, { listing: full })
  await buildHire(pool, { listing: full })
  await clocks.api.call(moved.seller, 'projects.update', {
    params: { id: moved.id },
    body: { hiring_until: '2031-03-20' },
  })
  await lookAt(3)
  expect((await listingNow(pool, moved.id)).status).toBe('active')
  expect(await noticesOf(full.seller)).toEqual([])
})
