import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { buildDeal, buildPayment } from '#tests/support/builders.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { drawnVideo } from '#tests/support/videos.ts'
import { readyVideos } from './ready-videos.ts'
import { DEMO_MARK, videoPath } from './videos.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

test('the preview of the demo’s unpaid video is its stored copy with a mark, and is ready at once', async () => {
  const deal = await buildDeal(storage.pool)
  const { creator, seller, project } = deal
  const { name, ...names } = DEMO_MARK
  await execute(
    storage.pool,
    sql`update profiles set company_name = ${names.seller} where id = ${seller.id}`,
  )
  await execute(
    storage.pool,
    sql`update profiles set name = ${names.creator} where id = ${creator.id}`,
  )
  const file = { bucket: 'deliverable-files', projectId: project.id } as const
  const bytes = readFileSync(videoPath(name, 'mp4'))
  const { id } = await storage.upload(creator, { ...file, bytes })
  const params = { id: project.id }
  const first = await storage.upload(creator, { ...file, bytes: Buffer.from('%PDF-1.7') })
  for (const file_id of [first.id, id])
    await storage.call(creator, 'deliverables.submit', { params, body: { file_id } })
  expect(await readyVideos(storage.pool, storage.storage.tools.files, new Date())).toBe(1)
  const { body } = await storage.call(seller, 'deliverables.for_project', { params })
  expect(body[0]).toMatchObject({ version: 2, preview_state: 'ready', original_open: false })
  const shown = await storage.fetch(null, body[0]?.file_url ?? '')
  const kept = readFileSync(videoPath(name, 'marked.mp4'))
  expect(Buffer.from(await shown.arrayBuffer()).equals(kept)).toBe(true)
})

test('a paid demo video is ready at once, as the server would prepare it; no other upload is', async () => {
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
  // No one has paid for this one.
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
    sql`select key from graphile_worker.jobs where key = any(${[id, other.id, locked.id].map((one) => `files.prepare:${one}`)})`,
  )
  expect(waiting.map(({ key }) => key).toSorted()).toEqual(
    [other.id, locked.id].map((waits) => `files.prepare:${waits}`).toSorted(),
  )
  const [ready] = await found()
  // The pictures and figures in the repository are those that preparing it produces.
  await prepareFile(storage.deps, storage.storage.tools, id)
  expect((await found())[0]).toEqual(ready)
})
