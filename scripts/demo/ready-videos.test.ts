import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { buildDeal, buildPayment } from '#tests/support/builders.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { drawnVideo } from '#tests/support/videos.ts'
import { readyVideos } from './ready-videos.ts'
import { videoPath } from './videos.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

test('an upload of a demo video is ready at once, as the server would make it; no other one is', async () => {
  const { creator, project, application } = await buildDeal(storage.pool)
  await buildPayment(storage.pool, { application, status: 'released' })
  const upload = (bytes: Buffer) =>
    storage.upload(creator, { bucket: 'deliverable-files', projectId: project.id, bytes })
  const video = readFileSync(videoPath('street-shoe', 'mp4'))
  const { id } = await upload(video)
  await storage.call(creator, 'deliverables.submit', {
    params: { id: project.id },
    body: { file_id: id },
  })
  const other = await upload(drawnVideo({ width: 64, height: 64 }))
  const { files } = storage.storage.tools
  // Nobody has paid for this one.
  const { creator: unpaid, project: unpaidFor } = await buildDeal(storage.pool)
  const locked = await storage.upload(unpaid, {
    bucket: 'deliverable-files',
    projectId: unpaidFor.id,
    bytes: video,
  })
  expect(await readyVideos(storage.pool, files, new Date())).toBe(1)
  expect(await readyVideos(storage.pool, files, new Date())).toBe(0)
  const found = () => rows(storage.pool, sql`select media, renditions from files where id = ${id}`)
  const waiting = await rows<{ key: string }>(
    storage.pool,
    sql`select key from graphile_worker.jobs where key like 'files.prepare:%'`,
  )
  expect(waiting.map(({ key }) => key).toSorted()).toEqual(
    [other.id, locked.id].map((waits) => `files.prepare:${waits}`).toSorted(),
  )
  const [ready] = await found()
  // The pictures and figures in the repository are those that preparing it makes.
  await prepareFile(storage.deps, storage.storage.tools, id)
  expect((await found())[0]).toEqual(ready)
})
