import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { undecodableVideo } from '#tests/support/videos.ts'
import { UploadDigests } from './upload-digests.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('the digest of an upload', () => {
  const bytes = Buffer.from('one two three')
  const nowhere = '/nowhere/at/all'

  it('is ready with the last byte: nothing is read again, however often it is asked for', async () => {
    const digests = new UploadDigests()
    digests.writer('a', 0)(bytes.subarray(0, 4))
    digests.writer('a', 4)(bytes.subarray(4))
    expect(await digests.of('a', nowhere, bytes.length)).toBe(sha256(bytes))
    expect(await digests.of('a', nowhere, bytes.length)).toBe(sha256(bytes))
  })

  it('is computed from the disk if another process took part or bytes were written twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-digest-'))
    const path = join(folder, 'upload')
    writeFileSync(path, bytes)
    const digests = new UploadDigests()
    digests.writer('late', 4)(bytes.subarray(4))
    digests.writer('twice', 0)(bytes.subarray(0, 8))
    // The same number of bytes as the upload, but different ones.
    digests.writer('twice', 4)(bytes.subarray(4, 9))
    digests.writer('forgotten', 0)(bytes)
    digests.forget('forgotten')
    for (const id of ['late', 'twice', 'forgotten'])
      expect(await digests.of(id, path, bytes.length), id).toBe(sha256(bytes))
    rmSync(folder, { recursive: true })
  })
})

describe('a file', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await startStorage({ config: { ffmpeg: 'none' } })
  })
  afterAll(() => storage.close())
  const recorded = async (id: string) =>
    (
      await rows<{ sha256: string }>(storage.pool, sql`select sha256 from files where id = ${id}`)
    )[0]?.sha256

  it('carries the SHA-256 of what arrived, in one piece or in several', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const bytes = undecodableVideo(300_000)
    const file = { bucket: 'deliverable-files', bytes, projectId: project.id } as const
    for (const chunkSize of [300_000, 70_000]) {
      const { id } = await storage.upload(creator, file, { chunkSize })
      expect(await recorded(id)).toBe(sha256(bytes))
    }
  })

  it('that is a picture carries the SHA-256 of what its readers get: it is re-encoded', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const lamp = { create: { width: 60, height: 40, channels: 3, background: '#23555d' } } as const
    const bytes = await sharp(lamp)
      .jpeg({ quality: 50 })
      .withExif({ IFD0: { Make: 'Some camera' } })
      .toBuffer()
    const file = { bucket: 'deliverable-files', bytes, projectId: project.id } as const
    const { id, url, size } = await storage.upload(creator, file)
    const read = Buffer.from(await (await storage.fetch(null, url)).arrayBuffer())
    expect(read.equals(bytes)).toBe(false)
    expect(read).toHaveLength(size)
    expect(await recorded(id)).toBe(sha256(read))
  })
})
