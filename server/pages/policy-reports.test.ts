import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POLICY_REPORT_RATE } from '#contract/rate-limits.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { policyReportRoutes } from './policy-report-routes.ts'
import { POLICY_REPORTS_PATH, readPolicyReport } from './policy-reports.ts'

const NOW = new Date('2031-01-01T12:00:00Z')
const PAGE = 'https://shop.example/messages/0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f?token=s3cret'

const sinkReport = {
  'csp-report': {
    'document-uri': PAGE,
    referrer: '',
    'violated-directive': 'require-trusted-types-for',
    'effective-directive': 'require-trusted-types-for',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'trusted-types-sink',
    'source-file': 'https://shop.example/assets/app-1.js',
    'status-code': 200,
    'script-sample': 'Element innerHTML|<b>Ada lives at 5 Elm Street</b>',
  },
}
const imageReport = {
  'csp-report': {
    'document-uri': PAGE,
    'effective-directive': 'img-src',
    'blocked-uri': 'https://elsewhere.example/ada.png?who=ada',
  },
}

describe('reading a report', () => {
  test('keeps only the directive, what was blocked, the kind of page and the sink', () => {
    expect(readPolicyReport(sinkReport)).toEqual({
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      page: '/messages',
      sink: 'Element innerHTML',
    })
    expect(readPolicyReport(imageReport)).toEqual({
      directive: 'img-src',
      blocked: 'elsewhere.example',
      page: '/messages',
      sink: null,
    })
  })

  test('replaces every unknown name with "other"', () => {
    const report = (fields: object) => readPolicyReport({ 'csp-report': fields })
    expect(
      report({
        'document-uri': 'https://shop.example/ada@example.com',
        'effective-directive': 'Ada',
        'blocked-uri': 'Ada Lace, 5 Elm Street',
        'script-sample': 'Ada lives at 5 Elm Street',
      }),
    ).toEqual({ directive: 'other', blocked: 'other', page: 'other', sink: null })
    expect(report({ 'document-uri': PAGE, 'blocked-uri': 'https://shop.example/x' })).toMatchObject(
      { blocked: 'self' },
    )
    expect(report({ 'blocked-uri': 'data' })).toMatchObject({ blocked: 'data' })
  })

  test('ignores a body that is not a report, and reports from browser extensions', () => {
    for (const body of [null, 7, 'x', {}, [], [null], { 'csp-report': 'x' }])
      expect(readPolicyReport(body)).toBeNull()
    expect(
      readPolicyReport({ 'csp-report': { 'source-file': 'chrome-extension://abc/x.js' } }),
    ).toBeNull()
  })
})

describe('the endpoint', () => {
  const lines: string[] = []
  let app: FastifyInstance
  let counts: () => ReadonlyMap<string, number>
  let now = NOW
  beforeAll(async () => {
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    app = createHttpApp(log, 1)
    counts = policyReportRoutes(app, { clock: () => now })
    await app.ready()
  })
  afterAll(() => app.close())

  const send = (body: unknown, { type = 'application/csp-report', ip = '203.0.113.7' } = {}) =>
    app.inject({
      method: 'POST',
      url: POLICY_REPORTS_PATH,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type, 'x-forwarded-for': ip },
    })

  test('accepts reports without an account, counts them, and logs nothing personal', async () => {
    expect((await send(sinkReport)).statusCode).toBe(204)
    expect((await send(imageReport)).statusCode).toBe(204)
    expect(Object.fromEntries(counts())).toEqual({ 'require-trusted-types-for': 1, 'img-src': 1 })
    const logged = lines.join('')
    expect(logged).toContain('a page kept something out')
    expect(logged).toContain('Element innerHTML')
    expect(logged).not.toMatch(/Ada|Elm|s3cret|0f0f0f0f|203\.0\.113/)
  })

  test('logs a few per minute and counts the rest', async () => {
    lines.length = 0
    now = new Date(NOW.getTime() + 120_000)
    for (let turn = 0; turn < 30; turn += 1) await send(sinkReport, { ip: '203.0.113.8' })
    expect(lines).toHaveLength(10)
    expect(counts().get('require-trusted-types-for')).toBe(31)
  })

  test('refuses a body that is too large, nested, of another type or not JSON', async () => {
    const from = { ip: '203.0.113.9' }
    expect((await send('x'.repeat(33 * 1024), from)).statusCode).toBe(413)
    expect((await send('['.repeat(500), from)).statusCode).toBe(400)
    expect((await send('{', from)).statusCode).toBe(400)
    expect((await send('a=1', { ...from, type: 'text/plain' })).statusCode).toBe(415)
    const many = JSON.stringify(Array.from({ length: 5_000 }, () => 1))
    expect((await send(many, from)).statusCode).toBe(413)
  })

  test('limits reports per network, and says when to retry', async () => {
    const from = { ip: '203.0.113.10' }
    const answers = await Promise.all(
      Array.from({ length: POLICY_REPORT_RATE.burst + 1 }, () => send({}, from)),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await send({}, { ip: '203.0.113.11' })).statusCode).toBe(204)
  })
})
