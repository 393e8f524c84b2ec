import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { STORAGE_QUOTA, UNFINISHED_UPLOAD_MS, UPLOAD_PATH } from '#contract/uploads.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { buildCreator, buildDeal, type BuiltUser } from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import {
  beginUpload,
  RefusedUpload,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { dropUnfinished } from './cleanup.ts'

const { keptBytes, inFlightBytes } = STORAGE_QUOTA
let storage: TestStorage
let person: BuiltUser
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())
beforeEach(async () => {
  person = await buildCreator(storage.pool)
})

const picture = async () => ({
  bucket: 'avatars' as const,
  bytes: (await pngFile('a.png', 20, 20)).buffer,
})

/** Sets an account's usage to this many bytes, without sending them. */
const keep = (bytes: number) =>
  execute(
    storage.pool,
    sql`insert into files (id, bucket, owner_id, path, file_name, file_type, size)
      values (gen_random_uuid(), 'avatars', ${person.id}, ${`avatars/${person.id}/x.webp`}, 'x', 'image/webp', ${bytes})`,
  )
const send = (bytes: number) =>
  execute(
    storage.pool,
    sql`insert into uploads_in_flight values (gen_random_uuid(), ${person.id}, ${bytes}, now())`,
  )
const running = async () =>
  (
    await oneRow<{ count: number }>(
      storage.pool,
      sql`select count(*) as count from uploads_in_flight where owner_id = ${person.id}`,
    )
  ).count

const refusal = async () =>
  storage.upload(person, await picture(), { retryDelays: [] }).then(
    () => null,
    (error: unknown) => (error instanceof RefusedUpload ? error.problem.code : String(error)),
  )

test('an account keeps as many bytes as its quota allows, to the byte', async () => {
  const { bytes } = await picture()
  await keep(keptBytes - bytes.length + 1)
  expect(await refusal()).toBe('upload.quota_full')
  expect(await running()).toBe(0)
  await execute(storage.pool, sql`update files set size = size - 1 where owner_id = ${person.id}`)
  expect(await refusal()).toBeNull()
  expect(await running()).toBe(0)
})

test('an account has as many bytes in flight as its quota allows, to the byte', async () => {
  const { bytes } = await picture()
  await send(inFlightBytes - bytes.length + 1)
  expect(await refusal()).toBe('upload.too_many_running')
  await execute(
    storage.pool,
    sql`update uploads_in_flight set bytes = bytes - 1 where owner_id = ${person.id}`,
  )
  expect(await refusal()).toBeNull()
  // Only the endless one is left, and another account has its own room.
  expect(await running()).toBe(1)
  person = await buildCreator(storage.pool)
  expect(await refusal()).toBeNull()
})

test('bytes in flight count towards the quota of kept bytes', async () => {
  const { bytes } = await picture()
  await keep(keptBytes - 2 * bytes.length)
  await send(bytes.length + 1)
  expect(await refusal()).toBe('upload.quota_full')
})

test('concurrent uploads get no more than sequential ones', async () => {
  const file = await picture()
  const begin = () =>
    beginUpload(storage, person, file, 5_000_000).then(
      () => 1,
      () => 0,
    )
  await send(inFlightBytes - 3 * 5_000_000)
  const begun = await Promise.all(Array.from({ length: 8 }, begin))
  expect(begun.reduce<number>((sum, one) => sum + one, 0)).toBe(3)
})

test('an upload that is aborted, refused or too old releases its share of the quota', async () => {
  const { creator, project } = await buildDeal(storage.pool)
  person = creator
  const work = { bucket: 'deliverable-files' as const, projectId: project.id }
  const address = await beginUpload(storage, person, { ...work, bytes: Buffer.alloc(99) })
  expect(await running()).toBe(1)
  const gone = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }
  expect((await storage.fetch(person, address, gone)).status).toBe(204)
  expect(await running()).toBe(0)

  await storage
    .upload(person, { ...work, bytes: Buffer.from('MZ\u0000\u0001') }, { retryDelays: [] })
    .catch(() => null)
  expect(await running()).toBe(0)
  const empty = await storage.fetch(person, UPLOAD_PATH, { method: 'POST' })
  expect(empty.status).toBeGreaterThanOrEqual(400)
  expect(await running()).toBe(0)

  await beginUpload(storage, person, { ...work, bytes: Buffer.alloc(99) })
  storage.setNow(new Date(Date.now() + UNFINISHED_UPLOAD_MS))
  await dropUnfinished(storage.deps, storage.storage)
  storage.setNow(null)
  expect(
    await rows(storage.pool, sql`select from uploads_in_flight where owner_id = ${person.id}`),
  ).toEqual([])
})
