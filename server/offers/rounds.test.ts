import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildDeal,
  buildDeliverable,
  buildOffer,
} from '#tests/support/builders.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const roundsFor = async (as: { id: string }, project: { id: string }) =>
  (await api.call(as, 'projects.get', { params: { id: project.id } })).body.rounds

test('revision requests are counted, replaced versions are not, and the agreed number may be exceeded', async () => {
  const { project, seller, creator, application } = await buildDeal(api.pool)
  expect(await roundsFor(seller, project)).toEqual({ agreed: 2, used: 0 })
  for (const round of [1, 2, 3]) {
    const { id } = await buildDeliverable(api.pool, { application, version: round })
    const asked = await api.call(seller, 'deliverables.request_revision', {
      params: { id },
      body: { reviewer_notes: `Round ${round}` },
    })
    expect(asked.status).toBe(200)
    expect(await roundsFor(creator, project)).toEqual({ agreed: 2, used: round })
  }
  const { id } = await buildDeliverable(api.pool, { application, version: 4 })
  await execute(
    api.pool,
    sql`update deliverables set status = 'rejected', superseded_at = now(), reviewed_at = now()
      where id = ${id}`,
  )
  expect(await roundsFor(creator, project)).toEqual({ agreed: 2, used: 3 })
})

test('the last accepted offer sets the agreed number of revisions, visible only to the two sides', async () => {
  const { project, seller, creator, application } = await buildDeal(api.pool)
  await buildOffer(api.pool, { application, rounds: 0, status: 'accepted' })
  await buildOffer(api.pool, { application, rounds: 4, status: 'declined' })
  const other = await buildApplication(api.pool, { project, status: 'rejected' })
  for (const party of [seller, creator])
    expect(await roundsFor(party, project)).toEqual({ agreed: 0, used: 0 })
  expect(await roundsFor(other.creator, project)).toBeNull()
})
