import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '#server/keyring/keyring.ts'
import { rows, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import {
  beginUpload,
  patchHeaders,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { undecodableVideo } from '#tests/support/videos.ts'

let storage: TestStorage
beforeAll(async () => {
  const keys = createKeyring({ maker: 1, secrets: new Map([[1, 'the key of files of the test']]) })
  storage = await startStorage({
    config: { ffmpeg: 'none', fileKeys: { keys, makes: true } },
  })
})
afterAll(() => storage.close())

const SIZE = 6 * 1024 * 1024
const incoming = () => readdirSync(join(storage.dataDir, 'files', 'incoming'))
const pathOf = async (id: string) => {
  const [row] = await rows<{ path: string }>(
    storage.pool,
    sql`select path from files where id = ${id}`,
  )
  return join(storage.dataDir, 'files', row?.path ?? '')
}

test('a large upload in one or several requests is encrypted, reads back unchanged and leaves no remains', async () => {
  const { creator, project } = await buildDeal(storage.pool)
  const bytes = undecodableVideo(SIZE)
  for (const chunkSize of [SIZE, 2_500_000]) {
    const file = { bucket: 'deliverable-files', bytes, projectId: project.id } as const
    const { id, url } = await storage.upload(creator, file, { chunkSize })
    const stored = readFileSync(await pathOf(id))
    expect(stored.length).toBeGreaterThan(SIZE)
    expect(stored.includes(bytes.subarray(SIZE - 64))).toBe(false)
    const answer = await storage.fetch(creator, url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(incoming()).toEqual([])
  }
})

test('an interrupted upload has no second copy, and finishing it removes what a killed process left', async () => {
  const { creator, project } = await buildDeal(storage.pool)
  const bytes = undecodableVideo(SIZE)
  const file = { bucket: 'deliverable-files', bytes, projectId: project.id } as const
  const path = await beginUpload(storage, creator, file)
  const id = path.split('/').at(-1) ?? ''
  await storage.fetch(creator, path, {
    method: 'PATCH',
    headers: patchHeaders(0),
    body: bytes.subarray(0, 3_000_000),
  })
  expect(incoming().toSorted()).toEqual([id, `${id}.json`])
  const left = join(storage.dataDir, 'files', 'incoming', `${id}.${randomUUID()}`)
  writeFileSync(left, 'half a copy')
  const last = await storage.fetch(creator, path, {
    method: 'PATCH',
    headers: patchHeaders(3_000_000),
    body: bytes.subarray(3_000_000),
  })
  expect(last.status).toBe(200)
  expect(incoming()).toEqual([])
})
