import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/providers/files/local-file-store.ts'
import { sealedFileStore } from '#server/providers/files/sealed-file-store.ts'
import { buildCreator } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { noteMaker, usedVersions } from './key-version-store.ts'
import { refuseUnfitKeys } from './key-versions.ts'
import { removeFileVersion } from './removal.ts'
import { resealFiles } from './file-resealing.ts'

let database: FreshDatabase
let pool: Pool
let folder: string
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 4)
  folder = mkdtempSync(join(tmpdir(), 'cartwright-reseal-'))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const inner = () => localFileStore(join(folder, 'store'))
const sealedBy = (maker: number | null, ...versions: number[]) =>
  sealedFileStore(inner(), {
    maker,
    keyOf: (version) => (versions.includes(version) ? Buffer.alloc(32, version) : null),
  })
const work = () => join(folder, 'work')

/** Stores a file and a derived copy with some version; returns their paths. */
async function buildFile(maker: number | null): Promise<string[]> {
  const owner = await buildCreator(pool)
  const id = randomUUID()
  const path = `avatars/${owner.id}/${id}.webp`
  await execute(
    pool,
    sql`insert into files (id, bucket, owner_id, path, file_name, file_type, size, renditions, sha256)
      values (${id}, 'avatars', ${owner.id}, ${path}, 'me.webp', 'image/webp', 3, ${['64.webp']}, ${'0'.repeat(64)})`,
  )
  const paths = [path, `avatars/${owner.id}/${id}-64.webp`]
  for (const one of paths) {
    // A local store links the given file instead of copying it.
    rmSync(join(folder, 'source'), { force: true })
    writeFileSync(join(folder, 'source'), one)
    await sealedBy(maker, 1, 2).put(join(folder, 'source'), one)
  }
  return paths
}

test('plain files and those of an older key version are re-encrypted with the newest version', async () => {
  const paths = [...(await buildFile(null)), ...(await buildFile(1)), ...(await buildFile(2))]
  const store = sealedBy(2, 1, 2)
  expect(await resealFiles(pool, store, 2, work())).toEqual({ resealed: 4, left: 2, missing: 0 })
  for (const path of paths) {
    expect(await store.versionOf(path)).toBe(2)
    const stream = await sealedBy(2, 2).open(path)
    expect(stream === null ? null : (await buffer(stream)).toString()).toBe(path)
    expect(readFileSync(join(folder, 'store', path)).includes(path)).toBe(false)
  }
  expect(readdirSync(work())).toEqual([])
  expect(await resealFiles(pool, store, 2, work())).toMatchObject({ resealed: 0, left: 6 })
})

test('a file key version is removed once all files are re-encrypted and two hours after it was last current', async () => {
  const [path = ''] = await buildFile(1)
  const store = sealedBy(2, 1, 2)
  const reseal = () => resealFiles(pool, store, 2, work())
  const note = (hours: number) =>
    noteMaker(
      pool,
      { name: 'files', version: 1, mark: '0'.repeat(32) },
      new Date(Date.now() - hours * 3_600_000),
    )
  const remove = (maker: number | null) =>
    removeFileVersion(pool, 1, { maker, reseal, isLost: false, now: new Date() })
  await note(3)
  await expect(refuseUnfitKeys(pool, {})).rejects.toThrow(
    /version 1 of the key "files", which this process does not have/,
  )
  expect(await remove(null)).toEqual(['it is current, or no later version is'])
  expect(await remove(1)).toEqual(['it is current, or no later version is'])
  await note(1)
  expect(await remove(2)).toEqual([
    expect.stringMatching(/unfinished uploads need it for \d+ minutes/),
  ])
  expect(await store.versionOf(path)).toBe(1)
  await execute(pool, sql`delete from key_versions`)
  await note(3)
  expect(await remove(2)).toEqual([])
  expect(await store.versionOf(path)).toBe(2)
  expect(await usedVersions(pool)).toEqual([])
})

test('a version is not removed while one of its files cannot be decrypted', async () => {
  const [path = ''] = await buildFile(1)
  const at = join(folder, 'store', path)
  const bytes = readFileSync(at)
  writeFileSync(at, bytes.subarray(0, -1))
  await noteMaker(pool, { name: 'files', version: 1, mark: '0'.repeat(32) }, new Date(0))
  const reseal = () => resealFiles(pool, sealedBy(2, 1, 2), 2, work())
  await expect(
    removeFileVersion(pool, 1, { maker: 2, reseal, isLost: false, now: new Date() }),
  ).rejects.toThrow(/was changed, truncated or swapped/)
  expect(await usedVersions(pool)).toHaveLength(1)
})
