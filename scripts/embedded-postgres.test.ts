import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { folderInMemory } from '#tests/support/database-folder.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, until } from './processes.ts'

let made: string
let parent: string
let folder: string

// Creating a cluster takes a second: it is done once, and most tests start with a copy.
beforeAll(async () => {
  made = folderInMemory()
  const server = await startEmbeddedPostgres({ folder: join(made, 'postgres'), disposable: true })
  await server.stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  // Closed to other users, as a clone in root's home is.
  parent = mkdtempSync(join(made, 'test-'))
  chmodSync(parent, 0o700)
  folder = join(parent, 'postgres')
})
afterEach(async () => {
  await stopEmbeddedPostgres(folder)
  rmSync(parent, { recursive: true, force: true })
})

const start = () => startEmbeddedPostgres({ folder, disposable: true })

/** Copies the prepared cluster into this test's folder, with its owners. */
function copyMadeCluster(): void {
  expect(spawnSync('cp', ['-Rp', join(made, 'postgres'), folder]).status).toBe(0)
}

const postmasterPid = () =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('data survives a stop and a start', async () => {
  copyMadeCluster()
  const first = await start()
  await query(first.databaseUrl('postgres'), 'create table kept as select 7 as n')
  const pid = postmasterPid()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second.databaseUrl('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server that is already running is taken over', async () => {
  copyMadeCluster()
  const first = await start()
  const second = await start()
  expect(second.adopted).toBe(true)
  expect(second.databaseUrl('postgres')).toBe(first.databaseUrl('postgres'))
  await second.stop()
  await expect(query(first.databaseUrl('postgres'), 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('committed data survives a killed server', async () => {
  copyMadeCluster()
  const first = await startEmbeddedPostgres({ folder })
  await query(first.databaseUrl('postgres'), 'create table kept as select 7 as n')
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), 5_000)
  const second = await start()
  expect(await query(second.databaseUrl('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a stale pid file is ignored when its pid belongs to another process', async () => {
  copyMadeCluster()
  await (await start()).stop()
  const note = [process.pid, folder, 0, 1, '', '127.0.0.1', '', 'ready   ', ''].join('\n')
  writeFileSync(join(folder, 'postmaster.pid'), note)
  const again = await start()
  expect(again.adopted).toBe(false)
  expect(await query(again.databaseUrl('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
})

test('an incomplete data folder is removed and created again', async () => {
  mkdirSync(join(parent, 'postgres.unfinished-abc'))
  writeFileSync(join(parent, 'postgres.unfinished-abc', 'PG_VERSION'), '18\n')
  const server = await start()
  expect(await query(server.databaseUrl('postgres'), 'select 1 as n')).toEqual([{ n: 1 }])
  expect(readdirSync(parent).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('a connection with a wrong password is refused', async () => {
  copyMadeCluster()
  const server = await start()
  const guess = new URL(server.databaseUrl('postgres'))
  guess.password = 'guess'
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
})
