import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerApi } from '#server/api.ts'
import { createPool } from '#server/db/pool.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { createRoutes } from '#server/http/routes.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { openTracing } from './tracing.ts'

interface SentSpan {
  name: string
  spanId: string
  traceId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A local receiver, and the spans it has received so far. */
async function receiver() {
  const spans: SentSpan[] = []
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      for (const { scopeSpans } of (sent as Sent).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1/traces`, spans, close: () => server.close() }
}

const attribute = (span: SentSpan | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a call is traced as a span with its request id and SQL statements, and no personal data', async () => {
  const seller = await buildSeller(api.pool)
  const receiving = await receiver()
  const tracing = await openTracing(receiving.url)
  // Two concurrent calls share one connection: time spent waiting must not be attributed to the other call.
  const pool = createPool(api.deps.config.databaseUrl, 1)
  tracing.tracePool(pool)
  const app = createHttpApp(createLog('silent'), 0)
  tracing.traceRequests(app)
  const { authenticate } = api
  registerApi(createRoutes(app, { authenticate, clock: api.deps.clock }), { ...api.deps, pool })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const headers = {
    authorization: `Bearer ${tokenOf(seller)}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({
    title: 'PLANTED title',
    category: 'home',
    description: 'PLANTED text',
    budget: 100,
    deadline: '2031-05-01',
    status: 'draft',
  })
  const [made, read] = await Promise.all([
    fetch(`${origin}/api/projects`, { method: 'POST', headers, body }),
    fetch(`${origin}/api/profiles/${seller.id}`, { headers }),
  ])
  await tracing.traceTasks({ 'files.tidy': () => pool.query('select 1') })['files.tidy']()
  app.server.closeAllConnections()
  await app.close()
  await pool.end()
  await tracing.stop()
  receiving.close()

  const { spans } = receiving
  expect([made.status, read.status]).toEqual([200, 200])
  for (const [answer, name, table] of [
    [made, 'POST /api/projects', 'insert projects'],
    [read, 'GET /api/profiles/:id', 'select profiles'],
  ] as const) {
    const call = spans.find((span) => span.name === name)
    expect(attribute(call, 'request.id')).toBe(answer.headers.get('x-request-id'))
    expect(attribute(call, 'http.response.status_code')).toBe(200)
    const statements = spans.filter((span) => span.parentSpanId === call?.spanId)
    expect(statements.map((span) => span.name)).toContain(table)
    for (const statement of statements) {
      expect(statement.traceId).toBe(call?.traceId)
      expect(attribute(statement, 'db.query.text')).toEqual(expect.any(String))
    }
  }
  expect(spans.find((span) => span.name === 'GET /api/profiles/:id')?.parentSpanId ?? '').toBe('')
  const inserts = spans.filter((span) => span.name === 'insert projects')
  expect(inserts).toHaveLength(1)
  const job = spans.find((span) => span.name === 'job files.tidy')
  expect(spans.some((span) => span.parentSpanId === job?.spanId)).toBe(true)
  const all = JSON.stringify(spans)
  for (const trace of ['PLANTED', seller.id, seller.email, seller.name, '127.0.0.1'])
    expect(all).not.toContain(trace)
})

test('an unreachable trace receiver blocks neither a request nor the shutdown', async () => {
  const tracing = await openTracing('http://127.0.0.1:9/v1/traces', 50)
  const app = createHttpApp(createLog('silent'), 0)
  tracing.traceRequests(app)
  app.get('/', async () => ({}))
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
  await tracing.stop()
})
