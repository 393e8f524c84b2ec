import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpApp } from '#server/http/app.ts'
import { freePort } from '#scripts/ports.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { authRoutes } from './auth-routes.ts'

/** Behaviour that clients of GoTrue rely on at the edges of the contract (AUTH §1, §5, §6). */

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ auth: { manualLinking: true } })
})
afterAll(() => auth.close())
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const E164 = 'Invalid phone number format (E.164 required)'
const EXPIRED = 'Token has expired or is invalid'

test.each(['sms', 'phone_change', 'signup', 'carrier pigeon'])(
  'a phone code is never valid, and a malformed number is reported (%s)',
  async (type) => {
    const verify = async (phone: string) => {
      const { status, body } = await auth.call('POST', '/verify', {
        body: { type, phone, token: '123456' },
      })
      return [status, body.code, body.message]
    }
    for (const phone of ['+15551234567', '15551234567', '+1 555 123 4567', '12', '999999999999999'])
      expect(await verify(phone)).toEqual([403, 'otp_expired', EXPIRED])
    for (const phone of ['+', '0123', '1', '1234567890123456', '+1-555', 'phone', '++15', '1\0'])
      expect(await verify(phone)).toEqual([400, 'validation_failed', E164])
  },
)

test('the official client gets the same refusal for a phone code; phone and email together are refused', async () => {
  const client = auth.client()
  const wrong = await client.verifyOtp({ type: 'sms', phone: '+15551234567', token: '123456' })
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired', message: EXPIRED })
  const both = await auth.call('POST', '/verify', {
    body: { type: 'sms', phone: '+15551234567', email: 'a@example.com', token: '123456' },
  })
  expect([both.status, both.body.code]).toEqual([400, 'validation_failed'])
})

test('a phone number cannot be added, and an empty one is no change', async () => {
  const person = await auth.person()
  const { error } = await person.client.updateUser({ phone: '+15551234567' })
  expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  const malformed = await person.client.updateUser({ phone: 'phone' })
  expect(malformed.error).toMatchObject({ status: 400, code: 'validation_failed', message: E164 })
  for (const phone of ['', null]) {
    const answer = await auth.call('PUT', '/user', {
      headers: bearer(person.accessToken),
      body: { phone, data: { colour: 'petrol' } },
    })
    expect([answer.status, answer.body.phone]).toEqual([200, ''])
  }
})

test('unknown paths get the service’s own 404, even beside a catch-all GET route', async () => {
  const { pool, log, now } = auth
  const port = await freePort()
  const config = { ...auth.config, publicUrl: `http://127.0.0.1:${port}` }
  const app = createHttpApp(log, 0)
  await app.register(authRoutes, { config, pool, log, clock: now })
  app.get('/*', (_request, reply) => reply.type('text/html').send('<!doctype html>'))
  const dated = { 'x-supabase-api-version': '2024-01-01' }
  const body = { code: 'not_found', message: 'Not found' }
  for (const path of [
    '',
    '/',
    '/nowhere',
    '/token',
    '/signup',
    '/user/nowhere',
    '/factors/x',
    '/a/b/c?d=e',
  ]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: `/auth/v1${path}`, headers: dated })
      expect([path, answer.statusCode, answer.headers['x-sb-error-code']]).toEqual([
        path,
        404,
        'not_found',
      ])
      expect(answer.headers['content-type']).toContain('application/json')
    }
    const { payload } = await app.inject({ url: `/auth/v1${path}`, headers: dated })
    expect(JSON.parse(payload)).toEqual(body)
    const old = await app.inject({ url: `/auth/v1${path}` })
    expect(old.json()).toEqual({ code: 404, error_code: 'not_found', msg: 'Not found' })
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: '/auth/v1/nowhere', headers: dated })
    expect([answer.statusCode, answer.json()]).toEqual([404, body])
  }
  expect((await app.inject('/auth/v10')).body).toBe('<!doctype html>')
  expect((await app.inject('/auth/v1/health')).statusCode).toBe(200)
  await app.close()
})

test('a sign-in method can be linked from the site, but is refused from another origin before any redirect', async () => {
  const service = await startAuth({
    on: auth,
    auth: { manualLinking: true, redirects: ['https://other.example/back'] },
  })
  try {
    const person = await service.person()
    const begin = (origin?: string) =>
      service.call('GET', '/user/identities/authorize?provider=google&skip_http_redirect=true', {
        headers: { ...bearer(person.accessToken), ...(origin === undefined ? {} : { origin }) },
      })
    for (const origin of ['https://other.example', 'null', 'https://evil.example']) {
      const answer = await begin(origin)
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          code: 'validation_failed',
          message: `Ways to sign in are added from pages of ${service.siteUrl} only`,
        },
      ])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    for (const origin of [undefined, service.siteUrl]) {
      const answer = await begin(origin)
      expect(answer.body.code).not.toBe('validation_failed')
      expect(answer.headers.getSetCookie()).toHaveLength(1)
    }
    const { rows } = await service.pool.query(
      'select 1 from auth.flow_states where linking_user_id = $1',
      [person.id],
    )
    expect(rows).toHaveLength(2)
  } finally {
    await service.close()
  }
})
