import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import { createHttpApp } from '#server/http/app.ts'
import { refuseUnknownPaths } from '#server/http/error-handler.ts'
import { createLog } from '#server/logging/log.ts'
import { allowOwnPages } from '#server/http/own-origins.ts'
import { sendRaw } from '#tests/support/raw-http.ts'

/** Small limits: what the product refuses after seconds is refused here within moments. */
const PATIENCE = {
  headersMs: 1_000,
  bodyMs: 1_000,
  requestMs: 5_000,
  idleMs: 2_000,
  checkMs: 50,
  headerBytes: 4_096,
}
const OWN = 'https://shop.example'

const logged: string[] = []
let app: FastifyInstance
let port: number

beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  app = createHttpApp(log, 0, { publicUrl: OWN, patience: PATIENCE })
  allowOwnPages(app, new Set([OWN]))
  app.post('/api/echo', async (request) => ({ got: request.body ?? null }))
  app.get('/api/broken', async () => {
    throw Object.assign(new Error('it broke'), { detail: 'Failing row contains (s3cret-row)' })
  })
  refuseUnknownPaths(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const raw = (...pieces: string[]) => sendRaw(port, pieces)

const problemOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '') as Problem

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/echo',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a slow client', () => {
  test('gets a 408 for slow headers and is disconnected', async () => {
    const answer = await raw('POST /api/echo HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(problemOf(answer).code).toBe('request.too_slow')
  })

  test('gets a 408 for a slow body and is disconnected', async () => {
    const answer = await raw(
      'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/"code":"request.too_slow"/)
  })

  test('is disconnected if it sends nothing', async () => {
    expect(await raw()).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })
})

/** Returns a JSON text of this many bytes. */
const textOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

describe('a request', () => {
  test('is refused immediately when its headers are too large', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(8_192)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(problemOf(answer)).toMatchObject({ status: 431, code: 'request.headers_too_large' })
  })

  test.each([
    ['is no HTTP', 'HELLO\r\n\r\n'],
    [
      'says its length twice, differently',
      'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n',
    ],
    [
      'says its length and that it has none',
      'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'names two hosts',
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
  ])('is refused when it %s', async (_, bytes) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(problemOf(answer).request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['is larger than 64 KiB by a byte', textOf(64 * 1024 + 1), {}, 413],
    ['has thousands of values', JSON.stringify(Array.from({ length: 5_000 }, () => 1)), {}, 413],
    ['is another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['is a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['is no JSON', '{"a":', {}, 400],
    ['would reach prototypes', '{"a":{"__proto__":{"admin":true}}}', {}, 400],
    ['is nested thirty thousand deep', '['.repeat(30_000) + ']'.repeat(30_000), {}, 400],
  ])('is refused when it %s', async (_, payload, headers, status) => {
    const answer = await post(payload, headers)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json<Problem>().request_id).toBe(answer.headers['x-request-id'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('is accepted with a body of exactly 64 KiB', async () => {
    const answer = await post(textOf(64 * 1024))
    expect(answer.statusCode).toBe(200)
  })

  test('is refused when its URL cannot be decoded', async () => {
    const answer = await app.inject('/api/%E0%A4%A')
    expect(answer.statusCode).toBe(400)
    expect(answer.json<Problem>().code).toBe('request.malformed')
  })
})

describe('every response', () => {
  test.each(['/api/echo', '/api/broken', '/nowhere'])(
    'of %s forbids framing and carries the security headers',
    async (url) => {
      const { headers } = await app.inject({ url })
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
        'strict-transport-security': expect.stringMatching(/max-age=(\d{8,})/) as string,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
      })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['server']).toBeUndefined()
    },
  )

  test('does not enforce HTTPS when the product is not served over it', async () => {
    const plain = createHttpApp(createLog('silent'), 0, { publicUrl: 'http://localhost:3000' })
    expect((await plain.inject('/')).headers['strict-transport-security']).toBeUndefined()
    await plain.close()
  })

  test('to an internal error carries a request id that the log ties to the cause, but not the cause itself', async () => {
    const answer = await app.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/it broke|at |s3cret/)
    const id = answer.json<Problem>().request_id
    const line = logged.find((one) => one.includes(id)) ?? ''
    expect(line).toContain('it broke')
    expect(logged.join('')).not.toContain('s3cret-row')
  })
})

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/echo',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  test('cannot call the API, while our own can', async () => {
    expect((await preflight(OWN)).headers['access-control-allow-origin']).toBe(OWN)
    for (const origin of [
      'https://evil.example',
      'null',
      `${OWN}.evil.example`,
      'http://shop.example',
    ]) {
      const asked = await preflight(origin)
      const sent = await post('{}', { origin })
      for (const { headers } of [asked, sent]) {
        expect(headers['access-control-allow-origin'], origin).toBeUndefined()
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
    }
  })
})
