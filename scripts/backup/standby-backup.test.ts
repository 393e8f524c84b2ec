import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { localFileStore } from '#server/providers/files/local-file-store.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { type StandbyPair, startStandbyPair } from '#tests/support/standby.ts'
import { makeBackup } from './make-backup.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { readBackup } from './read-backup.ts'

let pair: StandbyPair
let primary: Pool
let standby: Pool
let place: string
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'cartwright-standby-'))
  pair = await startStandbyPair()
  primary = createPool(pair.primaryUrl, 2)
  standby = createPool(pair.standbyUrl, 2)
})
afterAll(async () => {
  await primary.end()
  await standby.end()
  await pair.stop()
  rmSync(place, { recursive: true, force: true })
})

const counted = async (pool: Pool, table: string) =>
  (await pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count

test('a backup can be made from a standby, without the unlogged tables', async () => {
  await buildDeal(primary)
  const { rows: unlogged } = await primary.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence = 'u'`,
  )
  expect(unlogged.length).toBeGreaterThan(0)
  await expect.poll(() => counted(standby, 'projects')).toBe(1)
  // The reason: a standby does not have them.
  await expect(counted(standby, unlogged[0]?.name ?? '')).rejects.toThrow(/during recovery/)

  const keys = soleKey('sixteen-characters-at-least')
  const files = localFileStore(join(place, 'files'))
  const folder = join(place, 'backup')
  const { tables } = await makeBackup(
    { databaseUrl: pair.standbyUrl, files, keepFiles: 'copied', keys, now: new Date() },
    folder,
  )
  const copied = tables.map(({ name }) => name.replace(/^public\./, ''))
  expect(copied).toContain('projects')
  expect(copied.filter((name) => unlogged.some((table) => table.name === name))).toEqual([])

  const database = await emptyDatabase()
  const restored = join(place, 'restored')
  await readBackup(
    { databaseUrl: database.url, files: localFileStore(restored), keys, workFolder: restored },
    folder,
  )
  const pool = createPool(database.url, 1)
  expect(await counted(pool, 'projects')).toBe(1)
  await pool.end()
  await database.drop()
})
