import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { freePort } from '#scripts/ports.ts'
import { createServer, type Server } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { CONNECTIONS_PER_ADDRESS } from '#server/http/connection-limits.ts'
import { SOCKET_LIMITS } from '#server/realtime/socket-limits.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'

const OWN = 'https://shop.example'

/** One address of every surface of the process, served or refused. */
const SURFACES = [
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['GET', '/api/projects'],
  ['GET', '/api/nowhere'],
  ['POST', '/api/projects'],
  ['GET', '/api/openapi.json'],
  ['GET', '/auth/v1/health'],
  ['GET', '/auth/v1/settings'],
  ['GET', '/auth/v1/user'],
  ['GET', '/auth/v1/.well-known/jwks.json'],
  ['GET', '/auth/v1/verify?token=x&type=signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['GET', '/auth/v1/nowhere'],
  ['GET', '/storage/public/avatars/x/y.webp'],
  ['GET', '/storage/private/x?signature=y'],
  ['GET', '/storage/export/x'],
  ['GET', '/storage/statement/x'],
  ['GET', '/storage/approved-work/x'],
  ['POST', '/storage/uploads'],
  ['POST', '/webhooks/stripe'],
  ['POST', '/policy-reports'],
  ['GET', '/unsubscribe?x=y'],
  ['GET', '/health'],
  ['GET', '/health/live'],
  ['GET', '/realtime/?EIO=4&transport=polling'],
  ['GET', '/realtime/?EIO=4&transport=nonsense'],
] as const

let database: FreshDatabase
let dataDir: string
let server: Server
let url: string
let metricsUrl: string
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'cartwright-surfaces-'))
  const port = await freePort()
  const metricsPort = await freePort()
  url = `http://127.0.0.1:${port}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  server = await createServer(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: OWN,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    }),
  )
  await server.listen()
})
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { method, headers, redirect: 'manual' })

describe.each(SURFACES)('%s %s', (method, path) => {
  test('is served with every security header', async () => {
    const { headers, status } = await ask(method, path)
    expect(status).toBeLessThan(500)
    const received = Object.fromEntries(headers)
    expect(received).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/) as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin)/) as string,
      // A built page may open the provider's in a new tab (server/pages/html-answer.ts).
      'cross-origin-opener-policy': expect.stringMatching(
        /^same-origin(-allow-popups)?$/,
      ) as string,
      'cross-origin-resource-policy': expect.stringMatching(/^same-/) as string,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    const policy = received['content-security-policy'] ?? ''
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|data:)/)
    expect(received['set-cookie'] ?? '').not.toMatch(/session|token/i)
    expect(received['server'] ?? received['x-powered-by']).toBeUndefined()
  })

  test('cannot be read by pages of other origins', async () => {
    for (const origin of ['https://evil.example', `${OWN}.evil.example`, 'null']) {
      const { headers } = await ask(method, path, { origin })
      expect(headers.get('access-control-allow-origin'), origin).toBeNull()
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

test('metrics are served on their own port, not on the product’s', async () => {
  expect((await ask('GET', '/metrics')).status).toBe(404)
  const metrics = await (await fetch(metricsUrl)).text()
  for (const line of [
    'cartwright_http_request_duration_seconds_count{method="GET",route="/api/projects",status="401"}',
    'cartwright_database_up 1',
    'cartwright_pool_connections{pool="jobs",state="open"}',
    'cartwright_sockets',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(metrics).toContain(line)
})

describe('one address', () => {
  const open: { close(): unknown }[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })

  /** Returns the results of this many calls, started concurrently. */
  const all = <Outcome>(count: number, begin: () => Promise<Outcome>) =>
    Promise.all(Array.from({ length: count }, begin))

  test('is refused sockets when it opens twice the limit without signing in', async () => {
    const outcomes = await all(2 * SOCKET_LIMITS.unsignedPerAddress, () => {
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`,
      )
      open.push(socket)
      return new Promise<'open' | 'refused'>((resolve) => {
        socket.once('message', () => resolve('open'))
        socket.once('error', () => resolve('refused'))
      })
    })
    // On a slow machine the first are closed before the last are opened: other tests prove the exact limits.
    expect(outcomes).toContain('open')
    expect(outcomes).toContain('refused')
  })

  test('is refused connections when it opens 100 more than the limit', async () => {
    const outcomes = await all(CONNECTIONS_PER_ADDRESS + 100, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      open.push({ close: () => socket.destroy() })
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
      return new Promise<'answered' | 'closed'>((resolve) => {
        socket.once('data', () => resolve('answered'))
        socket.once('error', () => resolve('closed'))
        socket.once('close', () => resolve('closed'))
      })
    })
    expect(outcomes).toContain('answered')
    expect(outcomes).toContain('closed')
  })
})
