import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes, type RouteKey } from '#contract/api.ts'
import type { Problem } from '#contract/errors.ts'
import { ADDRESS_RATE, WRITE_RATES, writeRateOf } from '#contract/rate-limits.ts'
import { registerApi } from '#server/api.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createRoutes } from '#server/http/routes.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator } from '#tests/support/builders.ts'

const NOW = new Date('2031-01-01T12:00:00Z')
let api: TestApi
/** Two processes on one database. */
let processes: FastifyInstance[]
let now = NOW

beforeAll(async () => {
  api = await startApi()
  processes = [1, 2].map(() => {
    // One proxy in front, so that a test may use several addresses.
    const app = createHttpApp(api.deps.log, 1)
    const routesOfIt = createRoutes(app, {
      authenticate: api.authenticate,
      clock: () => now,
      limits: createWriteLimits(api.pool),
    })
    registerApi(routesOfIt, { ...api.deps, clock: () => now })
    return app
  })
})
afterAll(async () => {
  for (const app of processes) await app.close()
  await api.close()
})

const write = (as: { id: string }, turn: number, ip = '203.0.113.7') =>
  (processes[turn % 2] ?? api.app).inject({
    method: 'POST',
    url: '/api/notifications/preferences',
    payload: { kind: 'payments', email: true },
    headers: { authorization: `Bearer ${tokenOf(as)}`, 'x-forwarded-for': ip },
  })

test('exactly the calls that change something have a write limit', () => {
  const writes = (Object.keys(routes) as RouteKey[]).filter(
    (key) => !routes[key].startsWith('GET '),
  )
  expect(Object.keys(writeRateOf).toSorted()).toEqual(writes.toSorted())
})

test('an account has one write limit across all processes and addresses', async () => {
  const busy = await buildCreator(api.pool)
  const { burst } = WRITE_RATES.write
  await api.pool.query(
    "insert into auth.rate_buckets values ('api.write:' || $1, $2::float8, $3)",
    [busy.id, 3, NOW],
  )
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((turn) => write(busy, turn, `203.0.113.${turn}`)),
  )
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    '200',
    '200',
    '200',
    '429',
    '429',
    '429',
  ])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json<Problem>().code).toBe('request.too_many')
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)

  const another = await buildCreator(api.pool)
  expect((await write(another, 0)).statusCode).toBe(200)
  const reading = await api.call(busy, 'notifications.preferences')
  expect(reading.status).toBe(200)

  now = new Date(NOW.getTime() + 1_000 * (Number(refused?.headers['retry-after']) + 1))
  expect((await write(busy, 1)).statusCode).toBe(200)
  expect(burst).toBeGreaterThanOrEqual(60)
})

test('all accounts at one address share a write limit', async () => {
  now = NOW
  const [one, two] = [await buildCreator(api.pool), await buildCreator(api.pool)]
  await api.pool.query("insert into auth.rate_buckets values ('api.address:198.51.100.9', 2, $1)", [
    NOW,
  ])
  const from = '198.51.100.9'
  const answers = [
    await write(one, 0, from),
    await write(two, 1, from),
    await write(one, 0, from),
    await write(two, 0, '198.51.100.10'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 200])
  expect(ADDRESS_RATE.burst).toBeGreaterThan(WRITE_RATES.write.burst)
})
