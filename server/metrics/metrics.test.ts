import { afterAll, beforeAll, expect, test } from 'vitest'
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '#contract/webhook-deliveries.ts'
import { execute, sql } from '#server/db/sql.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { keepCheckResults } from '#server/payments/checks/money-check-results.ts'
import { noteDifference } from '#server/payments/ledger/money-differences.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 3)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Returns a line's value, found by how the line begins; NaN when there is none. */
async function valueOf(metrics: Metrics, line: string): Promise<number> {
  const { body } = await metrics.text()
  const found = body.split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.slice(line.length))
}

test('requests are labelled by route template, never by the ids in their address', async () => {
  const metrics = createMetrics()
  const app = createHttpApp(createLog('silent'), 0)
  metrics.timeRequests(app)
  app.get('/api/projects/:id', async () => ({}))
  await app.inject('/api/projects/one-of-many')
  await app.inject('/api/projects/another')
  await app.inject('/wp-admin/anything')
  await app.close()
  const { body } = await metrics.text()
  const name = 'cartwright_http_request_duration_seconds_count'
  expect(body).toContain(`${name}{method="GET",route="/api/projects/:id",status="200"} 2`)
  expect(body).toContain(`${name}{method="GET",route="unknown",status="404"} 1`)
  expect(body).not.toMatch(/one-of-many|wp-admin/)
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('a replica is measured by its lag and by how many reads it served', async () => {
  const metrics = createMetrics()
  let behind: number | null = 250
  const counts = () => ({ replica: 3, primary: 1, again: 0 })
  metrics.watchReplica({ pool, behindMs: () => behind, counts })
  metrics.watchSharedPages(() => ({ kept: 9, read: 1 }))
  const { body } = await metrics.text()
  expect(body).toContain('cartwright_replica_behind_seconds 0.25\n')
  expect(body).toContain('cartwright_replica_reads{from="replica"} 3\n')
  expect(body).toContain('cartwright_shared_pages{from="kept"} 9\n')
  expect(body).toContain('cartwright_pool_connections{pool="replica",state="waiting"} 0\n')
  behind = null
  expect((await metrics.text()).body).toContain('cartwright_replica_behind_seconds -1\n')
})

test('queue lengths, failed jobs and differences come from the database', async () => {
  const metrics = createMetrics()
  metrics.watchDatabase(pool)
  metrics.watchPool('requests', pool)
  metrics.watchSockets(() => 7)
  await enqueue(pool, 'mail.send', { to: 'a@example.com', subject: 's', text: 't', html: 'h' })
  await enqueue(pool, 'files.tidy', {})
  await execute(
    pool,
    sql`update graphile_worker._private_jobs set attempts = max_attempts where id =
      (select id from graphile_worker.jobs where task_identifier = 'files.tidy')`,
  )
  await execute(
    pool,
    sql`insert into webhook_events (event_id, type, payload, received_at)
      values ('evt_1', 'charge.updated', '{}', now() - interval '90 seconds')`,
  )
  await keepCheckResults(pool, [{ name: 'one_default_card', found: [{}, {}] }], new Date())
  await noteDifference(pool, {
    kind: 'amount_differs',
    paymentId: null,
    providerId: 'ch_1',
    detail: 'less',
  })
  await execute(
    pool,
    sql`insert into auth.mail_sends (kind, address_hash, sent_at)
      values ('signup', 'a', now()), ('recovery', 'a', now()), ('recovery', 'b', now() - interval '61 minutes')`,
  )
  const metric = async (line: string) => valueOf(metrics, `cartwright_${line}`)
  expect(await metric('database_up')).toBe(1)
  expect(await metric('mail_queue')).toBe(1)
  expect(await metric('jobs{task="files.tidy",state="failed"}')).toBe(1)
  expect(await metric('auth_mail_addresses_last_hour')).toBe(2)
  expect(await metric('webhook_lag_seconds')).toBeGreaterThan(85)
  expect(await metric('money_checks_failing')).toBe(1)
  expect(await metric('money_checked_seconds_ago')).toBeLessThan(60)
  expect(await metric('money_differences_open{kind="amount_differs"}')).toBe(1)
  expect(await metric('pool_connections{pool="requests",state="open"}')).toBeGreaterThan(0)
  expect(await metric('sockets')).toBe(7)
  expect(JSON.stringify(await metrics.text())).not.toContain('a@example.com')
})

test('webhook deliveries have one line per outcome, even for outcomes that have not occurred', async () => {
  const metrics = createMetrics()
  const totals = new Map<DeliveryOutcome, number>([['too_large', 3]])
  metrics.watchDeliveries(() => totals)
  const { body } = await metrics.text()
  const lines = body.split('\n').filter((line) => line.startsWith('cartwright_webhook_deliveries{'))
  expect(lines).toHaveLength(DELIVERY_OUTCOMES.length)
  expect(lines).toContain('cartwright_webhook_deliveries{outcome="too_large"} 3')
  expect(lines).toContain('cartwright_webhook_deliveries{outcome="wrong_signature"} 0')
})

test('while the database is unreachable, the other metrics are still reported', async () => {
  const metrics = createMetrics()
  const away = createPool('postgres://nobody@127.0.0.1:9/none', 1)
  metrics.watchDatabase(away)
  expect(await valueOf(metrics, 'cartwright_database_up')).toBe(0)
  expect(await valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  await away.end()
})

test('metrics have their own address, which serves nothing else', async () => {
  const served = await serveMetrics(
    createMetrics(),
    { host: '127.0.0.1', port: 0 },
    createLog('silent'),
  )
  const at = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${served.port}${path}`, { method })
  const answer = await at('/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await answer.text()).toContain('cartwright_sockets')
  expect([(await at('/')).status, (await at('/metrics', 'POST')).status]).toEqual([404, 404])
  await served.close()
})
