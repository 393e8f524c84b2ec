import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import { refuseUnfitSessions, UnfitSessions } from '#server/db/fit-sessions.ts'
import { freePort } from '#scripts/ports.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { createServer } from './app.ts'

const ELSEWHERE = 'America/New_York'

let folder: string
let database: FreshDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-poolers-'))
  database = await freshDatabase()
  const pool = createPool(database.url, 1)
  // A database whose own time zone differs from ours.
  await pool.query(
    `alter database ${new URL(database.url).pathname.slice(1)} set timezone = '${ELSEWHERE}'`,
  )
  await pool.end()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Debian's pgbouncer in front of the database, for one test. */
async function through(mode: 'session' | 'transaction'): Promise<string> {
  const bouncer = await startPgbouncer(database.url, mode)
  onTestFinished(() => bouncer.stop())
  return bouncer.through(database.url)
}

const configFor = async (databaseUrl: string) => {
  const port = await freePort()
  return readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    AUTH_AUTOCONFIRM: '1',
  })
}

test('pgbouncer in session mode works as Debian configures it: limits, UTC, jobs and sign-ups', async () => {
  const url = await through('session')
  const pool = createPool(url, 1)
  const { rows } = await pool.query(
    `select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, timestamptz '2026-11-22 17:03:34Z' as at`,
  )
  expect(rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '30s', at: '2026-11-22T17:03:34Z' }])

  const config = await configFor(url)
  const server = await createServer(config)
  await server.listen()
  const signUp = await fetch(`${config.publicUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'pooled@example.com', password: 'sturdy-oak-cart-42' }),
  })
  expect(signUp.status).toBe(200)
  // A job that the queue picks up and finishes.
  await pool.query(`select graphile_worker.add_job('clocks.tick', '{}', job_key => 'pooled')`)
  const left = async () =>
    (await pool.query(`select 1 from graphile_worker._private_jobs where key = 'pooled'`)).rows
  await expect.poll(left).toEqual([])
  await server.close()
  await pool.end()
})

test('a pooler in transaction mode is refused at start-up', async () => {
  const config = await configFor(await through('transaction'))
  await expect(createServer(config)).rejects.toThrow('pool_mode = session')
})

test('sessions in another time zone are refused, and the error names the zone', async () => {
  const pool = createPool(database.url, 2)
  pool.on('connect', (client) => void client.query(`set timezone = '${ELSEWHERE}'`))
  await expect(refuseUnfitSessions(pool)).rejects.toThrow(UnfitSessions)
  await expect(refuseUnfitSessions(pool)).rejects.toThrow(ELSEWHERE)
  await pool.end()
})
