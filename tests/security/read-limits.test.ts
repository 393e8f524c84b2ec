import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routePath } from '#contract/api.ts'
import type { Problem } from '#contract/errors.ts'
import { READ_ADDRESS_RATES, READ_RATES, readRateOf, SEARCHES } from '#contract/rate-limits.ts'
import { schemas } from '#contract/schemas.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import { registerApi } from '#server/api.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createReadLimits } from '#server/http/read-limits.ts'
import { createRoutes } from '#server/http/routes.ts'
import { personInView } from '#server/operator/views/view-as.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildOperator, buildSeller } from '#tests/support/builders.ts'

const NOW = new Date('2031-01-01T12:00:00Z')
let now = NOW
let api: TestApi
let app: FastifyInstance
beforeAll(async () => {
  api = await startApi()
  // One proxy in front, so that a test may use several addresses.
  app = createHttpApp(api.deps.log, 1)
  const limits = {
    clock: () => now,
    reads: createReadLimits(),
    personInView: personInView(api.pool, () => 'operator'),
  }
  registerApi(createRoutes(app, { authenticate: api.authenticate, ...limits }), api.deps)
})
afterAll(async () => {
  await app.close()
  await api.close()
})

const read = (as: { id: string } | null, url: string, ip = '203.0.113.7') =>
  app.inject({
    url,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${tokenOf(as)}` }),
      'x-forwarded-for': ip,
    },
  })

test('every call that takes search words has the search rate limit', () => {
  const looking = Object.entries(schemas)
    .filter(([, schema]) => 'query' in schema && 'q' in schema.query.shape)
    .map(([key]) => key)
  expect([...SEARCHES].toSorted()).toEqual(looking.toSorted())
  expect(readRateOf('projects.list')).toBe('search')
  expect(readRateOf('profiles.me')).toBe('read')
})

test('an account over its search limit is refused searches, but may still read', async () => {
  const busy = await buildCreator(api.pool)
  const statuses: number[] = []
  for (let turn = 0; turn < READ_RATES.search.burst; turn += 1)
    statuses.push((await read(busy, '/api/projects?limit=1', `203.0.113.${turn}`)).statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await read(busy, '/api/projects?q=tea')
  expect([refused.statusCode, refused.json<Problem>().code]).toEqual([429, 'request.too_many'])
  expect((await read(busy, '/api/profiles/me')).statusCode).toBe(200)
  expect((await read(await buildCreator(api.pool), '/api/projects')).statusCode).toBe(200)

  now = new Date(NOW.getTime() + 1_000 * Number(refused.headers['retry-after']))
  expect((await read(busy, '/api/projects')).statusCode).toBe(200)
})

test('an operator who views an account uses up their own read limit, not the person’s', async () => {
  const person = await buildSeller(api.pool)
  const operator = await buildOperator(api.pool)
  api.setNow(now)
  const { body: view } = await api.call(operator, 'operator.begin_view', {
    params: { id: person.id },
    body: { reason_kind: 'asked_for_help', reason: 'They wrote to support.' },
  })
  const look = () =>
    app.inject({
      url: routePath('dashboard.waiting'),
      headers: { authorization: `Bearer ${tokenOf(operator)}`, [VIEW_AS_HEADER]: view.id },
    })
  for (let turn = 0; turn < READ_RATES.read.burst; turn += 1)
    expect((await look()).statusCode).toBe(200)
  expect((await look()).statusCode).toBe(429)
  expect((await read(person, routePath('dashboard.waiting'))).statusCode).toBe(200)
})

test('all accounts at one address share a search limit, at least five times an account’s', () => {
  const limits = createReadLimits()
  const from = (accountId: string, ip: string) => () =>
    limits.take('projects.list', { accountId, ip, now: NOW })
  const { burst } = READ_ADDRESS_RATES.search
  for (let turn = 0; turn < burst; turn += 1) from(`person ${turn}`, '198.51.100.9')()
  expect(from('another', '198.51.100.9')).toThrow('Too many requests')
  expect(from('another', '198.51.100.10')).not.toThrow()
  expect(burst).toBeGreaterThanOrEqual(5 * READ_RATES.search.burst)
})

test('searches refused by an account’s limit do not count towards the limit of its address', () => {
  const limits = createReadLimits()
  const take = (accountId: string) =>
    limits.take('projects.list', { accountId, ip: '198.51.100.9', now: NOW })
  for (let turn = 0; turn < READ_RATES.search.burst; turn += 1) take('busy')
  for (let turn = 0; turn < READ_ADDRESS_RATES.search.burst; turn += 1)
    expect(() => take('busy')).toThrow('Too many requests')
  expect(() => take('neighbour')).not.toThrow()
})

test('anonymous visitors are counted by address', () => {
  const limits = createReadLimits()
  const take = (ip: string) => limits.take('profiles.get', { accountId: null, ip, now: NOW })
  for (let turn = 0; turn < READ_ADDRESS_RATES.read.burst; turn += 1) take('198.51.100.9')
  expect(() => take('198.51.100.9')).toThrow('Too many requests')
  // The lower half of an IPv6 address is under the visitor's control.
  for (let turn = 0; turn < READ_ADDRESS_RATES.read.burst; turn += 1)
    take(`2001:db8::${turn.toString(16)}`)
  expect(() => take('2001:db8::ffff')).toThrow('Too many requests')
})
