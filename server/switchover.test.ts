import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_RATES } from '#contract/auth.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { freePort } from '#scripts/ports.ts'
import { type DatabaseLink, openDatabaseLink } from '#tests/support/database-link.ts'
import { type StandbyPair, startStandbyPair } from '#tests/support/standby.ts'
import { createServer, type Server } from './app.ts'

/** A whole server behind a link to two PostgreSQL servers, the second of which is the standby of the first. */

const POOL = 4
/** Wrong passwords before the switchover. */
const GUESSES = 5
const WRONG = { email: 'x@example.com', password: 'wrong' }
/** pino's levels. */
const ERROR = 50

let folder: string
let pair: StandbyPair
let link: DatabaseLink
let server: Server
let db: Pool
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-switchover-'))
  pair = await startStandbyPair()
  link = await openDatabaseLink(pair.primaryUrl)
  db = createPool(link.through(pair.primaryUrl), 1)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await createServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: link.through(pair.primaryUrl),
      DATABASE_POOL: String(POOL),
      DATA_DIR: folder,
      LOG_FILE: join(folder, 'server.log'),
      LOG_LEVEL: 'info',
      AUTH_AUTOCONFIRM: '1',
      AUTH_TEST_LIMITS: '0',
      TRUSTED_PROXIES: '1',
    }),
  )
  await server.listen()
})
afterAll(async () => {
  await server.close()
  await db.end()
  await link.close()
  await pair.stop()
  rmSync(folder, { recursive: true, force: true })
})

let people = 0

/** A request to the auth service, each from its own network. */
async function auth(path: string, body: Record<string, string>) {
  people += 1
  const network = `10.${people >> 8}.${people & 255}.1`
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** A sign-up: rows, limits and a session. */
const signUp = () =>
  auth('signup', { email: `p${people}@example.com`, password: 'sturdy-oak-cart-42' })

/** Signs up until an attempt succeeds; returns the statuses of the failed ones. */
async function untilSignedUp() {
  const refused: number[] = []
  await expect
    .poll(async () => {
      const { status } = await signUp()
      if (status !== 200) refused.push(status)
      return status
    })
    .toBe(200)
  return refused
}

const alarms = (): string[] =>
  readFileSync(join(folder, 'server.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as { level: number }).level >= ERROR)

test('while only a standby answers, writes get a 503 with Retry-After, and no connection to it is kept', async () => {
  expect(await untilSignedUp()).toEqual([])
  link.moveTo(pair.standbyUrl)
  link.cut()
  const asked = await Promise.all(Array.from({ length: 2 * POOL }, signUp))
  for (const { status, retryAfter } of asked) {
    expect(status).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  // Reads are still served.
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)

  link.moveTo(pair.primaryUrl)
  // No one cuts the connections to the standby. Each of them fails once and is replaced.
  const refused = await untilSignedUp()
  expect(refused.every((status) => status === 503)).toBe(true)
  expect(refused.length).toBeLessThanOrEqual(POOL)
  expect(alarms()).toEqual([])
})

test('a planned switchover causes only 503s and no alarm, keeps password-guess limits, and writes resume', async () => {
  for (let turn = 0; turn < GUESSES; turn += 1)
    expect((await auth('token?grant_type=password', WRONG)).status).toBe(400)
  const over = new AbortController()
  const load = (async () => {
    const statuses = new Set<number>()
    while (!over.signal.aborted) statuses.add((await signUp()).status)
    return statuses
  })()
  await pair.stopPrimary()
  link.moveTo(pair.standbyUrl)
  // Like haproxy before it notices: the standby is reached before it is promoted.
  await signUp()
  await pair.promote()
  await untilSignedUp()
  over.abort()
  const { rows } = await db.query<{ tokens: number }>(
    `select tokens from auth.guess_buckets where key like 'attemptsAll:%'`,
  )
  expect(rows[0]?.tokens).toBeLessThan(AUTH_RATES.attemptsAll.burst - GUESSES + 1)
  expect([...(await load)].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const ready = async () => (await fetch(`${url}/health/ready`)).status
  await expect.poll(ready).toBe(200)
  expect(alarms()).toEqual([])
})
