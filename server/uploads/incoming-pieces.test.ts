import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UploadedFile } from '#contract/uploads.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { tokenOf } from '#tests/support/api.ts'
import { buildDeal, type BuiltUser } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { startS3, type TestS3 } from '#tests/support/s3.ts'
import {
  beginUpload,
  patchHeaders,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { dropUnfinished } from './cleanup.ts'
import { incomingFolder } from './incoming-files.ts'
import { arrivedBytes, continuous } from './stored-pieces.ts'
import { timedId } from './timed-id.ts'

const MiB = 1024 * 1024
/** A text that takes several pieces. */
const text = Buffer.from(randomBytes(6 * MiB).toString('hex'))
let s3: TestS3
let database: FreshDatabase
/** Two processes with one database and one bucket, each with its own disk. */
let here: TestStorage
let there: TestStorage
beforeAll(async () => {
  s3 = await startS3()
  database = await freshDatabase()
  const shared = { ...database, drop: async () => {} }
  here = await startStorage({ database: shared, config: { s3: s3.config } })
  there = await startStorage({ database: shared, config: { s3: s3.config } })
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
  await s3.close()
})

async function begin(bytes = text) {
  const { creator, project } = await buildDeal(here.pool)
  const file = { bucket: 'deliverable-files', bytes, projectId: project.id } as const
  const address = await beginUpload(here, creator, file)
  return { creator, project, address, id: address.split('/').at(-1) ?? '' }
}
const patch = (
  process: TestStorage,
  as: BuiltUser,
  address: string,
  offset: number,
  body: NonNullable<RequestInit['body']>,
) =>
  process.fetch(as, address, {
    method: 'PATCH',
    headers: patchHeaders(offset),
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
const offsetAt = async (process: TestStorage, as: BuiltUser, address: string) => {
  const head = await process.fetch(as, address, { method: 'HEAD', headers: patchHeaders(0) })
  return [head.status, Number(head.headers.get('upload-offset'))]
}
async function inBucket(id: string): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of here.storage.tools.files.list('incoming'))
    if (path.includes(id)) found.push(path.split('/').at(-1) ?? '')
  return found.toSorted()
}
async function bytesInBucket(id: string): Promise<number> {
  let bytes = 0
  for await (const { path, size } of here.storage.tools.files.list('incoming'))
    if (path.includes(id)) bytes += size
  return bytes
}
const onDisk = (process: TestStorage, id: string) =>
  existsSync(incomingFolder(process.dataDir))
    ? readdirSync(incomingFolder(process.dataDir)).filter((name) => name.startsWith(id))
    : []

it('an upload begun by one process is continued and finished by another, without a shared folder', async () => {
  const { creator, address, id } = await begin()
  const half = 7 * MiB
  expect((await patch(here, creator, address, 0, text.subarray(0, half))).status).toBe(204)
  const pieces = await inBucket(id)
  expect([pieces.length, pieces.at(-1)]).toEqual([3, 'upload.json'])
  expect(onDisk(here, id)).toEqual([])
  expect(await offsetAt(there, creator, address)).toEqual([200, half])
  const answer = await patch(there, creator, address, half, text.subarray(half))
  const stored = (await answer.json()) as UploadedFile
  expect([answer.status, stored.size]).toEqual([200, text.length])
  const read = Buffer.from(await (await here.fetch(null, stored.url)).arrayBuffer())
  expect(read.equals(text)).toBe(true)
  const { sha256 } = await oneRow<{ sha256: string }>(
    here.pool,
    sql`select sha256 from files where id = ${id}`,
  )
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect([await inBucket(id), onDisk(here, id), onDisk(there, id)]).toEqual([[], [], []])
  const { count } = await oneRow<{ count: number }>(
    here.pool,
    sql`select count(*)::int as count from uploads_in_flight where id = ${id}`,
  )
  expect(count).toBe(0)
})

it('a broken connection keeps the bytes that arrived, even less than a piece', async () => {
  const { creator, address, id } = await begin()
  const broken = new AbortController()
  const sending = here.fetch(creator, address, {
    method: 'PATCH',
    headers: patchHeaders(0),
    signal: broken.signal,
    duplex: 'half',
    body: new ReadableStream({
      start: (stream) => stream.enqueue(text.subarray(0, 6 * MiB)),
    }),
  } as RequestInit)
  sending.catch(() => {})
  // The first piece is stored while the second is arriving.
  await expect.poll(async () => (await inBucket(id)).length).toBe(2)
  broken.abort()
  await expect.poll(async () => (await offsetAt(there, creator, address))[1]).toBe(6 * MiB)
  const rest = await patch(there, creator, address, 6 * MiB, text.subarray(6 * MiB))
  expect(((await rest.json()) as UploadedFile).size).toBe(text.length)
})

it('a killed process loses no more than the piece in transit', async () => {
  const program = `
    import { startStorage } from '#tests/support/storage.ts'
    const { url, s3 } = JSON.parse(process.argv[1])
    const { origin } = await startStorage({ database: { url, servingUrl: url, drop: async () => {} }, config: { s3 } })
    process.stdout.write(origin + '\\n')`
  const settings = JSON.stringify({ url: database.servingUrl, s3: s3.config })
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    program,
    settings,
  ])
  const errors: string[] = []
  child.stderr.on('data', (bytes: Buffer) => errors.push(bytes.toString()))
  const ended = once(child, 'exit')
  try {
    const started = Promise.race([once(child.stdout, 'data'), ended.then(() => [errors.join('')])])
    const origin = String((await started)[0]).trim()
    const { creator, address, id } = await begin()
    const killed = { ...there, fetch: elsewhere(origin) }
    expect((await patch(killed, creator, address, 0, text.subarray(0, MiB))).status).toBe(204)
    const open = patch(
      killed,
      creator,
      address,
      MiB,
      new ReadableStream({ start: (stream) => stream.enqueue(text.subarray(MiB, 8 * MiB)) }),
    )
    open.catch(() => {})
    // The store of these tests lists an object while it is being written.
    await expect.poll(async () => await bytesInBucket(id)).toBeGreaterThanOrEqual(6 * MiB)
    child.kill('SIGKILL')
    await ended
    const [, kept = 0] = await offsetAt(here, creator, address)
    expect(kept).toBeGreaterThanOrEqual(6 * MiB)
    expect(kept).toBeLessThan(8 * MiB)
    const rest = await patch(here, creator, address, kept, text.subarray(kept))
    const stored = (await rest.json()) as UploadedFile
    const read = Buffer.from(await (await here.fetch(null, stored.url)).arrayBuffer())
    expect(read.equals(text)).toBe(true)
  } finally {
    child.kill('SIGKILL')
  }
})

/** Someone's requests to a process at another address. */
const elsewhere =
  (origin: string): TestStorage['fetch'] =>
  (as, path, init = {}) => {
    const headers = new Headers(init.headers)
    if (as !== null) headers.set('authorization', `Bearer ${tokenOf(as)}`)
    return fetch(new URL(path, origin), { ...init, headers })
  }

it('when two processes receive the same upload at once, one finishes it and the other is refused', async () => {
  const { creator, address } = await begin(text.subarray(0, 100))
  const both = await Promise.all(
    [here, there].map((process) => patch(process, creator, address, 0, text.subarray(0, 100))),
  )
  const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses[0]).toBe(200)
  expect([404, 409]).toContain(statuses[1])
})

it('an upload is hidden from others, refuses a wrong offset, and leaves nothing when deleted', async () => {
  const { creator, address, id } = await begin()
  await patch(here, creator, address, 0, text.subarray(0, MiB))
  const stranger = (await buildDeal(here.pool)).creator
  expect((await offsetAt(there, stranger, address))[0]).toBe(404)
  expect((await patch(there, stranger, address, MiB, text.subarray(MiB))).status).toBe(404)
  expect((await patch(there, creator, address, 2 * MiB, text.subarray(2 * MiB))).status).toBe(409)
  expect(await offsetAt(there, creator, address)).toEqual([200, MiB])
  const gone = await there.fetch(creator, address, { method: 'DELETE', headers: patchHeaders(0) })
  expect([gone.status, await inBucket(id)]).toEqual([204, []])
  expect((await offsetAt(here, creator, address))[0]).toBe(404)
})

it('a refused file leaves nothing behind in the bucket or on a disk', async () => {
  const { creator, address, id } = await begin(Buffer.from('<svg xmlns="x"><script/></svg>'))
  const answer = await patch(there, creator, address, 0, '<svg xmlns="x"><script/></svg>')
  expect(answer.status).toBe(415)
  expect([await inBucket(id), onDisk(here, id), onDisk(there, id)]).toEqual([[], [], []])
})

it('what dead processes left of old uploads is removed from the bucket and the local disk', async () => {
  const { id } = await begin()
  const old = timedId(new Date(Date.now() - 3 * 60 * 60_000))
  for (const name of [old, `${old}.json`, `${old}.picture`, `${id}.part`])
    writeFileSync(join(incomingFolder(here.dataDir), name), 'left')
  const orphan = timedId(new Date(Date.now() - 3 * 60 * 60_000))
  const from = join(here.dataDir, 'piece')
  writeFileSync(from, 'piece')
  // A piece that was stored late, after its upload was finished elsewhere.
  await here.storage.tools.files.put(from, `incoming/${orphan}/0-5`)
  rmSync(from)
  expect(await dropUnfinished(here.deps, here.storage)).toBe(2)
  expect([onDisk(here, old), onDisk(here, id), await inBucket(orphan)]).toEqual([
    [],
    [`${id}.part`],
    [],
  ])
  expect(await inBucket(id)).toEqual(['upload.json'])
})

it.each([
  [[], 0],
  [[[0, 5]], 5],
  [[[5, 5]], 0],
  [
    [
      [0, 5],
      [5, 3],
      [9, 4],
    ],
    8,
  ],
  // Stored late: pieces that were counted before still count.
  [
    [
      [0, 3],
      [0, 5],
      [3, 5],
    ],
    8,
  ],
  [
    [
      [0, 8],
      [3, 2],
    ],
    8,
  ],
])('pieces %j hold %i bytes without a gap', (pieces, bytes) => {
  const all = pieces.map(([offset = 0, size = 0]) => ({ path: '', offset, size }))
  expect(arrivedBytes(all)).toBe(bytes)
  const read = continuous(all).map(({ piece, skip }) => piece.size - skip)
  expect(read.reduce((sum, size) => sum + size, 0)).toBe(bytes)
})
