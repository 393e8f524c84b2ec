import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DELIVERY_OUTCOMES, EVENT_BYTES } from '#contract/webhook-deliveries.ts'
import { signatureHeader } from '#sandbox/stripe/control/webhooks.ts'
import { createPool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildOperator } from '#tests/support/builders.ts'
import { twoProcesses } from '#tests/support/two-processes.ts'
import { createDeliveryCounts } from './delivery-counts.ts'
import { webhookRoutes } from './webhook-routes.ts'

const NOW = new Date('2031-05-04T23:59:58Z')
const SECRET = 'whsec_x'
const EVENT = JSON.stringify({
  id: 'evt_counted',
  object: 'event',
  type: 'charge.updated',
  created: NOW.getTime() / 1000,
  livemode: false,
  data: { object: { id: 'ch_1', object: 'charge' } },
})

let api: TestApi
beforeAll(async () => {
  const payments = createStripeProvider({
    apiBase: 'http://127.0.0.1:1',
    secretKey: 'sk_test_x',
    webhookSecret: SECRET,
  })
  api = await startApi({ payments })
  await webhookRoutes(api.app, api.deps)
})
beforeEach(async () => {
  api.setNow(NOW)
  await execute(api.pool, sql`delete from webhook_deliveries`)
})
afterAll(() => api.close())

const counted = () =>
  rows<{ outcome: string; deliveries: number }>(
    api.pool,
    sql`select outcome, deliveries from webhook_deliveries order by counted_on, outcome`,
  )

const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
/** As the database reports it. */
const second = (seconds: number) => at(seconds).toISOString().replace('.000', '')

async function deliver(payload: string | undefined, headers: Record<string, string>) {
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
  return statusCode
}
const signed = (payload: string, when = NOW, secret = SECRET) => ({
  'stripe-signature': signatureHeader(payload, secret, when),
})

describe('one delivery is counted once, as', () => {
  const big = ' '.repeat(EVENT_BYTES + 1)
  test.each([
    ['accepted', 200, EVENT, signed(EVENT)],
    ['no_signature', 400, EVENT, {}],
    ['no_signature', 400, EVENT, { 'stripe-signature': '' }],
    ['wrong_signature', 400, EVENT, signed(EVENT, NOW, 'whsec_before')],
    ['wrong_signature', 400, EVENT, { 'stripe-signature': 'nonsense' }],
    // Not signed with our secret: its timestamp means nothing.
    ['wrong_signature', 400, EVENT, signed(EVENT, at(9_000), 'whsec_before')],
    ['wrong_time', 400, EVENT, signed(EVENT, at(-301))],
    ['wrong_time', 400, EVENT, signed(EVENT, at(301))],
    ['malformed', 400, '{"half": ', signed('{"half": ')],
    ['malformed', 400, undefined, signed('')],
    ['too_large', 413, big, signed(big)],
    ['too_large', 413, big, {}],
  ] as const)('%s', async (outcome, status, payload, headers) => {
    expect(await deliver(payload, headers)).toBe(status)
    await expect.poll(counted).toEqual([{ outcome, deliveries: 1 }])
  })
})

test('a request with another method or path is not counted', async () => {
  await api.app.inject({ method: 'GET', url: '/webhooks/stripe' })
  await api.app.inject({ method: 'POST', url: '/webhooks/stripe/x', payload: EVENT })
  await deliver(EVENT, {})
  await expect.poll(counted).toEqual([{ outcome: 'no_signature', deliveries: 1 }])
})

test('a failure on our side is a 5xx and is not counted', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:9/none', 1)
  const app = createHttpApp(createLog('silent'), 0)
  const totals = await webhookRoutes(app, { ...api.deps, pool: away })
  const event = EVENT.replace('charge.updated', 'charge.refunded')
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: signed(event),
    payload: event,
  })
  expect(statusCode).toBeGreaterThanOrEqual(500)
  expect([...totals()]).toEqual([])
  await app.close()
  await away.end()
})

test('counts of two processes add up, also across midnight, with the first and the last moment', async () => {
  const two = twoProcesses(api.deps)
  const counts = two.deps.map((deps) => createDeliveryCounts(deps))
  for (let round = 0; round < 500; round += 1) {
    api.setNow(at(round % 4))
    for (const one of counts) {
      one.count('wrong_signature')
      one.count('accepted')
    }
  }
  await Promise.all(counts.map((one) => one.close()))
  expect(
    await rows(
      api.pool,
      sql`select counted_on, outcome, deliveries, first_at, last_at from webhook_deliveries order by counted_on, outcome`,
    ),
  ).toMatchObject(
    [['2031-05-04', 0, 1] as const, ['2031-05-05', 2, 3] as const].flatMap(([day, first, last]) =>
      ['accepted', 'wrong_signature'].map((outcome) => ({
        counted_on: day,
        outcome,
        deliveries: 500,
        first_at: second(first),
        last_at: second(last),
      })),
    ),
  )
  await two.close()
})

test('a flood of deliveries costs one statement per second and one row per day and outcome', async () => {
  let taken = 0
  const take = () => (taken += 1)
  api.deps.pool.on('acquire', take)
  const begun = performance.now()
  for (let batch = 0; batch < 20; batch += 1)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        deliver(`${batch} ${n}`, { 'stripe-signature': `t=${batch},v1=${n}` }),
      ),
    )
  await expect.poll(counted).toEqual([{ outcome: 'wrong_signature', deliveries: 2_000 }])
  api.deps.pool.off('acquire', take)
  expect(taken).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 1_000) + 1)
})

test('while the database is away the counts wait, and are written once it is back', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:9/none', 1)
  const link = { pool: away, clock: api.deps.clock, log: api.deps.log }
  const counts = createDeliveryCounts(link)
  counts.count('no_signature')
  await counts.close()
  counts.count('no_signature')
  link.pool = api.deps.pool
  await counts.close()
  expect(await counted()).toEqual([{ outcome: 'no_signature', deliveries: 2 }])
  await away.end()
})

test('the console shows counts for today, the last seven days and all ninety days', async () => {
  const operator = await buildOperator(api.pool)
  for (const [day, deliveries] of [
    ['2031-05-04', 1],
    ['2031-04-28', 10],
    ['2031-04-27', 100],
    // The first of ninety days, and the day before it, which the nightly job has not deleted yet.
    ['2031-02-04', 1_000],
    ['2031-02-03', 10_000],
  ] as const)
    await execute(
      api.pool,
      sql`insert into webhook_deliveries (counted_on, outcome, deliveries, first_at, last_at)
        values (${day}, 'too_large', ${deliveries}, ${`${day}T08:00:00Z`}, ${`${day}T09:00:00Z`})`,
    )
  const { status, body } = await api.call(operator, 'operator.webhook_deliveries')
  expect(status).toBe(200)
  expect(body.outcomes).toEqual([
    { outcome: 'accepted', today: 0, recent: 0, kept: 0, first_at: null, last_at: null },
    {
      outcome: 'too_large',
      today: 1,
      recent: 11,
      kept: 1_111,
      first_at: '2031-02-04T08:00:00Z',
      last_at: '2031-05-04T09:00:00Z',
    },
  ])
  expect(DELIVERY_OUTCOMES).toContain(body.outcomes[1]?.outcome)
})
