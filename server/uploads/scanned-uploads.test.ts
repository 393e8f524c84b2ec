import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { rows, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { EICAR, startClamd, startFakeClamd, type TestClamd } from '#tests/support/clamd.ts'
import { pngFile } from '#tests/support/pictures.ts'
import {
  beginUpload,
  type FileToUpload,
  patchHeaders,
  RefusedUpload,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { incomingFolder } from './incoming-files.ts'

const TEXT = Buffer.from('For the two of us.')
const HARMFUL = Buffer.from(`Nice work. ${EICAR}`)

let clamd: TestClamd
let storage: TestStorage
let creator: { id: string }
let delivery: Omit<FileToUpload, 'bytes'>
beforeAll(async () => {
  clamd = await startClamd()
  storage = await startStorage({ config: { clamd: clamd.address } })
  const deal = await buildDeal(storage.pool)
  creator = deal.creator
  delivery = { bucket: 'deliverable-files', name: 'script.txt', projectId: deal.project.id }
})
afterAll(async () => {
  await storage.close()
  await clamd.close()
})

/** The refusal of an upload, as its sender reads it. */
async function refusalOf(one: TestStorage, as: { id: string }, file: FileToUpload) {
  const outcome = await one.upload(as, file).catch((error: unknown) => error)
  if (!(outcome instanceof RefusedUpload)) throw new Error('it was not refused', { cause: outcome })
  return outcome.problem
}
const filesOf = ({ id }: { id: string }) =>
  rows(storage.pool, sql`select id from files where owner_id = ${id}`)
const arriving = (one: TestStorage) =>
  readdirSync(incomingFolder(one.dataDir)).filter((name) => !name.endsWith('.json'))

describe('an upload', () => {
  test('that is clean is stored', async () => {
    const kept = await storage.upload(creator, { ...delivery, bytes: TEXT })
    expect((await storage.fetch(creator, kept.url)).status).toBe(200)
  })

  test('in which the scanner finds something is refused and leaves nothing behind', async () => {
    const before = await filesOf(creator)
    const problem = await refusalOf(storage, creator, { ...delivery, bytes: HARMFUL })
    expect([problem.status, problem.code]).toEqual([422, 'upload.harmful'])
    expect(await filesOf(creator)).toEqual(before)
    expect(arriving(storage)).toEqual([])
    const stored = readdirSync(join(storage.dataDir, 'files'), { recursive: true })
    expect(stored.filter((name) => String(name).endsWith('.txt'))).toHaveLength(before.length)
    const room = await rows(storage.pool, sql`select 1 from uploads_in_flight`)
    expect(room).toEqual([])
  })

  test('is scanned as it arrived, even if only a re-encoded copy would be kept', async () => {
    const { buffer } = await pngFile('face.png', 300, 300)
    const bytes = Buffer.concat([buffer, Buffer.from(EICAR)])
    const problem = await refusalOf(storage, creator, { bucket: 'avatars', bytes })
    expect(problem.code).toBe('upload.harmful')
  })
})

describe('while the scanner is away', () => {
  test('no upload passes; its bytes are kept, and a retry finishes it once the scanner is back', async () => {
    let mute = true
    const patient = await startFakeClamd((stream) =>
      mute
        ? 'stream: reloading ERROR'
        : stream.includes(EICAR)
          ? 'stream: Eicar FOUND'
          : 'stream: OK',
    )
    const other = await startStorage({ config: { clamd: patient.address } })
    try {
      const deal = await buildDeal(other.pool)
      const file = { ...delivery, projectId: deal.project.id, bytes: TEXT }
      const path = await beginUpload(other, deal.creator, file)
      const sent = await other.fetch(deal.creator, path, {
        method: 'PATCH',
        headers: patchHeaders(0),
        body: TEXT,
      })
      expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await sent.json()).toMatchObject({ code: 'upload.not_scanned' })
      expect(await rows(other.pool, sql`select id from files`)).toEqual([])
      // Asking again does not get around it.
      const id = path.split('/').at(-1) ?? ''
      const asked = () => other.fetch(deal.creator, `${UPLOAD_PATH}/${id}`)
      expect((await asked()).status).toBe(503)
      expect(await rows(other.pool, sql`select id from files`)).toEqual([])
      mute = false
      expect((await asked()).status).toBe(200)
      expect(await rows(other.pool, sql`select id from files`)).toEqual([{ id }])
    } finally {
      await other.close()
      await patient.close()
    }
  })
})
