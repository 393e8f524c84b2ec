import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '#scripts/build.mjs'
import { freePort } from '#scripts/ports.ts'
import { until } from '#scripts/processes.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { openToOthers } from '#tests/support/open-files.ts'
import { productEnv } from '#tests/support/processes.ts'

/** Ends a wait for what never comes; long enough for a busy machine. */
const DEADLINE_MS = 300_000

let database: FreshDatabase
let folder: string
beforeAll(async () => {
  await ensureBuilt(process.cwd(), ['server'])
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cartwright-programs-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program under the umask that most machines have: files are world-readable. */
const run = (args: string[], env: Record<string, string> = {}) =>
  spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...productEnv(folder),
      DATABASE_URL: database.url,
      ...env,
    },
    stdio: 'ignore',
  })

test('the server creates no file or folder that other accounts on the machine can read', async () => {
  const port = await freePort()
  const logFile = join(folder, 'logs', 'server.log')
  const server = run(['dist/server/main.js'], { PORT: String(port), LOG_FILE: logFile })
  const ended = once(server, 'exit')
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await until(async () => server.exitCode !== null || (await isUp()), DEADLINE_MS)
    expect(server.exitCode).toBeNull()
    expect(existsSync(logFile)).toBe(true)
    expect(existsSync(join(folder, 'data'))).toBe(true)
    expect(openToOthers(folder)).toEqual([])
  } finally {
    server.kill('SIGTERM')
    await ended
  }
})

test('a backup creates no file or folder that other accounts on the machine can read', async () => {
  const target = join(folder, 'backups', 'of-today')
  const backup = run(['scripts/run.mjs', 'scripts/backup.ts', target])
  const [code] = (await once(backup, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(existsSync(join(target, 'manifest.json'))).toBe(true)
  expect(openToOthers(folder)).toEqual([])
})
