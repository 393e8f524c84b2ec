import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '#tests/support/database.ts'
import { folderInMemory } from '#tests/support/database-folder.ts'
import { openToOthers } from '#tests/support/open-files.ts'
import { ensureBuilt } from './build.mjs'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort, portIsFree } from './ports.ts'
import { isAlive, until } from './processes.ts'

/** Ends a wait that would never finish; a busy machine gets enough time. */
const DEADLINE_MS = 300_000

let dataDir: string
let env: Record<string, string | undefined>
let launchers: ChildProcess[]

// One folder for all: only the first launch must create a database.
beforeAll(async () => {
  dataDir = folderInMemory()
  await ensureBuilt(process.cwd(), ['server'])
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(async () => {
  env = {
    PATH: process.env['PATH'],
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort(5)),
    DATA_DIR: dataDir,
    DEMO_DATA: '0',
  }
  launchers = []
})
afterEach(async () => {
  for (const launcher of launchers) {
    launcher.kill('SIGTERM')
    await until(() => launcher.exitCode !== null || launcher.signalCode !== null, DEADLINE_MS)
  }
  await stopEmbeddedPostgres(join(dataDir, 'postgres'))
})

/** What `npm start` runs once everything is installed and built. */
function launch(more: Record<string, string> = {}) {
  const program = `import('./dist/server/launch.js').then(({ launch }) => launch())`
  const launcher = spawn(process.execPath, ['-e', program], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launchers.push(launcher)
  let output = ''
  launcher.stdout.on('data', (text) => (output += String(text)))
  launcher.stderr.on('data', (text) => (output += String(text)))
  return {
    process: launcher,
    output: () => output,
    ready: () =>
      until(() => output.includes('is ready at') || launcher.exitCode !== null, DEADLINE_MS),
  }
}

async function refusal(more: Record<string, string> = {}) {
  const { process: launcher, output } = launch(more)
  await once(launcher, 'close')
  return { code: launcher.exitCode, lastLine: output().trim().split('\n').at(-1) }
}

const health = () => fetch(`http://127.0.0.1:${env['PORT']}/health`).then((answer) => answer.status)

/** A line of the postmaster's own log. */
const postmasterLine = (line: number) =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[line]
const postmaster = () => Number(postmasterLine(0))

/** The sessions on the product's database, besides this one. */
async function signedIn(): Promise<string[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(postmasterLine(3)),
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres', 'superuser-password'), 'utf8').trim(),
    database: 'cartwright',
  })
  await client.connect()
  const { rows } = await client.query<{ role: string }>(
    `select distinct usename as role from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows.map(({ role }) => role)
}

test('a launch serves, has its folder to itself, and stops completely on SIGTERM', async () => {
  const running = launch()
  await running.ready()
  expect(running.output()).toContain(`is ready at http://localhost:${env['PORT']}`)
  expect(await health()).toBe(200)
  // The serving role owns nothing in the database, and is not told who does.
  expect(await signedIn()).toEqual(['cartwright_serving'])
  // Written earlier by the test's own support code (tests/support/database-folder.ts).
  const helpers = join(dataDir, 'owner')
  expect(openToOthers(dataDir).filter((path) => path !== helpers)).toEqual([])
  const second = await refusal({ PORT: String(await freePort()) })
  expect(second.code).toBe(1)
  expect(second.lastLine).toContain(`already runs on ${dataDir} (process ${running.process.pid}`)
  expect(await health()).toBe(200)
  running.process.kill('SIGTERM')
  await once(running.process, 'close')
  expect(running.process.exitCode).toBe(0)
  for (const port of [0, 1, 2, 3, 4].map((offset) => Number(env['SANDBOX_PORT']) + offset)) {
    expect(await portIsFree(port, '127.0.0.1')).toBe(true)
  }
  await expect(health()).rejects.toThrow('fetch failed')
})

test('a killed launcher can be replaced at once', async () => {
  const first = launch()
  await first.ready()
  first.process.kill('SIGKILL')
  await once(first.process, 'close')
  const second = launch()
  await second.ready()
  expect(second.output()).toContain('is ready at')
  expect(await health()).toBe(200)
})

test('a port in use is reported in one sentence', async () => {
  const taker = createServer().listen(Number(env['PORT']), '127.0.0.1')
  await once(taker, 'listening')
  const { code, lastLine } = await refusal()
  taker.close()
  expect({ code, lastLine }).toEqual({
    code: 1,
    lastLine: `Port ${env['PORT']} on 127.0.0.1 is taken or not allowed; set PORT to a free one.`,
  })
})

test('an impossible data folder is reported in one sentence', async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  const { code, lastLine } = await refusal({ DATA_DIR: join(file, 'data') })
  expect(code).toBe(1)
  expect(lastLine).toMatch(/^The data folder .* cannot be written to \(ENOTDIR\); set DATA_DIR/)
})

test('an unreachable database is reported in one sentence, without its password', async () => {
  const port = await freePort()
  const { code, lastLine } = await refusal({
    DATABASE_URL: `postgres://app:secret@127.0.0.1:${port}/shop`,
  })
  expect(code).toBe(1)
  expect(lastLine).toBe(
    `The database at 127.0.0.1:${port}/shop cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`,
  )
})

test('a launch with MIGRATION_DATABASE_URL migrates as the owner and serves as the other role', async () => {
  const database = await emptyDatabase()
  const owner = new URL(database.url)
  const serving = new URL(database.url)
  serving.username = `${owner.pathname.slice(1)}_serves`
  serving.password = 'not-the-owner'
  const sql = async (text: string) => {
    const client = new pg.Client({ connectionString: owner.href })
    await client.connect()
    try {
      return (await client.query<{ role: string }>(text)).rows
    } finally {
      await client.end()
    }
  }
  await sql(`create role ${serving.username} login password '${serving.password}'`)
  const running = launch({ DATABASE_URL: serving.href, MIGRATION_DATABASE_URL: owner.href })
  await running.ready()
  expect(running.output()).toContain('is ready at')
  const roles = await sql(`select distinct usename as role from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  expect(roles).toEqual([{ role: serving.username }])
  running.process.kill('SIGTERM')
  await once(running.process, 'close')
  await sql(`drop owned by ${serving.username}; drop role ${serving.username}`)
  await database.drop()
})

test('a failed start leaves nothing running', async () => {
  const { lastLine } = await refusal({ HOST: '192.0.2.1' })
  expect(lastLine).toMatch(/^Port \d+ on 192\.0\.2\.1 is taken or not allowed/)
  const left = launchers.filter(({ pid }) => pid !== undefined && isAlive(pid))
  expect(left).toEqual([])
})

test('a database that dies is restarted while the server keeps running', async () => {
  const running = launch()
  await running.ready()
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await until(() => running.output().includes('The database runs again.'), DEADLINE_MS)
  expect(running.output()).toContain('The database stopped by itself and is started again…')
  expect(await until(async () => (await health()) === 200, DEADLINE_MS)).toBe(true)
  expect(postmaster()).not.toBe(killed)
  expect(isAlive(running.process.pid ?? 0)).toBe(true)
  // The launcher still stops it.
  const successor = postmaster()
  running.process.kill('SIGTERM')
  await once(running.process, 'close')
  expect(running.process.exitCode).toBe(0)
  expect(isAlive(successor)).toBe(false)
})

test('a database that dies six times in a row stops the launcher with a message', async () => {
  const running = launch()
  await running.ready()
  const over = () => running.process.exitCode !== null
  const revived = () => running.output().split('The database runs again.').length - 1
  for (let deaths = 0; deaths < 6; deaths += 1) {
    await until(() => over() || revived() === deaths, DEADLINE_MS)
    if (!over()) process.kill(postmaster(), 'SIGKILL')
  }
  await until(over, DEADLINE_MS)
  expect(running.process.exitCode).toBe(1)
  const times = running.output().split('The database stopped by itself').length - 1
  expect(times).toBe(5)
  expect(running.output()).toContain(
    'The database stopped 6 times in a row, so everything is stopped.',
  )
  await expect(health()).rejects.toThrow('fetch failed')
})

test('a data folder of an earlier checkout is refused with instructions, and keeps its rows', async () => {
  const first = launch()
  await first.ready()
  first.process.kill('SIGTERM')
  await once(first.process, 'close')
  const rename = async (from: string, to: string) => {
    const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
    const client = new pg.Client({ connectionString: postgres.databaseUrl('cartwright') })
    await client.connect()
    const { rowCount } = await client.query(
      'update schema_migrations set name = $2 where name = $1',
      [from, to],
    )
    await client.end()
    await postgres.stop()
    return rowCount
  }
  expect(await rename('0001_foundations.sql', '0001_auth.sql')).toBe(1)
  const { code, lastLine } = await refusal()
  expect(code).toBe(1)
  expect(lastLine).toMatch(/^This database was made by an earlier checkout.*`npm run db:reset`/)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(await rename('0001_auth.sql', '0001_foundations.sql')).toBe(1)
})

test('the server writes its log to a file of its own, not to its captured output', async () => {
  const running = launch()
  await running.ready()
  await fetch(`http://127.0.0.1:${env['PORT']}/api/profiles/me`)
  const log = readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8')
  expect(log).toContain('request denied')
  expect(readFileSync(join(dataDir, 'logs', 'server-output.log'), 'utf8')).not.toContain(
    'request denied',
  )
})
