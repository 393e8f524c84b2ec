import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTE_STATUSES } from '#contract/review-notes.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal, buildDeliverable, buildFile } from '#tests/support/builders.ts'
import { execute, sql } from '#server/db/sql.ts'
import { reviewInNotes } from './notes.ts'
import type { Session } from './session.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const sessionOf = (user: { id: string }) =>
  ({
    userId: user.id,
    async call(key, input) {
      const { status, body } = await api.call(user, key, input)
      if (status !== 200) throw new Error(`${key}: ${JSON.stringify(body)}`)
      return body
    },
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
  }) as Session

test('the demo’s review leaves a note in every state', async () => {
  const { seller, creator, project, application } = await buildDeal(api.pool)
  const asVideo = (name: string) =>
    execute(api.pool, sql`update files set file_type = 'video/mp4' where project_id = ${name}`)
  const first = await buildDeliverable(api.pool, { application })
  await asVideo(project.id)
  await reviewInNotes(
    { seller: sessionOf(seller), creator: sessionOf(creator) },
    first.id,
    'Please slow the opening down.',
    async (answers) => {
      const file = await buildFile(api.pool, {
        owner: creator,
        bucket: 'deliverable-files',
        project,
      })
      await asVideo(project.id)
      const { body } = await api.call(creator, 'deliverables.submit', {
        params: { id: project.id },
        body: { file_id: file.id, answers },
      })
      return body.id
    },
  )
  const { body } = await api.call(seller, 'review.room', { params: { id: first.id } })
  expect(new Set(body.notes.map(({ status }) => status))).toEqual(new Set(NOTE_STATUSES))
  expect(body.versions.at(-1)?.reviewer_notes).toMatch(
    /^Please slow the opening down\.\n\n3 changes:\n1\. /,
  )
})
