import { afterAll, beforeAll, expect, test } from 'vitest'
import { authOldProblem, authProblem } from '#contract/auth-schemas.ts'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const old = { 'x-supabase-api-version': '' }

test('a client that sends a current or newer API version gets string error codes and our version back', async () => {
  const answer = await auth.call('GET', '/user')
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(answer.headers.get('x-sb-error-code')).toBe('no_authorization')
  expect(authProblem.strict().parse(answer.body).code).toBe('no_authorization')
  const newer = await auth.call('GET', '/user', {
    headers: { 'x-supabase-api-version': '2030-05-05' },
  })
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
})

test.each(['', '2023-12-31', 'yesterday'])(
  'the version %j gets the old error shape',
  async (version) => {
    const answer = await auth.call('GET', '/user', {
      headers: { 'x-supabase-api-version': version },
    })
    expect(answer.headers.get('x-supabase-api-version')).toBeNull()
    expect(authOldProblem.strict().parse(answer.body)).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    })
  },
)

test('a weak password keeps its reasons in the old shape', async () => {
  const body = { email: 'a@example.com', password: 'x' }
  const answer = await auth.call('POST', '/signup', { headers: old, body })
  expect(answer.body).toMatchObject({
    code: 422,
    error_code: 'weak_password',
    weak_password: { reasons: ['length'] },
  })
})

test.each([
  ['GET', '/nothing'],
  ['POST', '/factor'],
  ['DELETE', '/user'],
  ['GET', '/admins'],
  ['PUT', '/token?grant_type=password'],
  ['GET', '/%00'],
  ['GET', '/user/'],
])('%s %s answers 404 in the service’s own error format', async (method, path) => {
  const answer = await auth.call(method, path)
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ code: 'not_found', message: 'Not found' })
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
})

test.each([
  ['cut JSON', '{"email":'],
  ['a bare word', 'email'],
  ['a list', '[1]'],
  ['a prototype', '{"__proto__":{"email":"a@example.com"}}'],
  ['a number', '7'],
])('%s as a body is bad JSON', async (_, body) => {
  for (const path of ['/signup', '/token?grant_type=password', '/recover', '/resend', '/verify']) {
    const answer = await auth.call('POST', path, { body })
    expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'bad_json'])
  }
})

test('a body above 64 KiB or with thousands of values gets a 413, and an unknown media type is refused', async () => {
  const data = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, 1]))
  for (const body of [{ email: 'x'.repeat(REQUEST_BOUNDS.bodyBytes) }, { data }]) {
    const large = await auth.call('POST', '/signup', { body })
    expect([large.status, large.body.code]).toEqual([413, 'request_entity_too_large'])
  }
  const text = await auth.call('POST', '/signup', {
    body: 'email=a',
    headers: { 'content-type': 'text/plain' },
  })
  expect([text.status, text.body.code]).toEqual([400, 'bad_json'])
})

test('CORS allows our own origins and reveals nothing to others', async () => {
  const preflight = (origin: string) =>
    fetch(`${auth.url}/token`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const own = await preflight(auth.siteUrl)
  expect(own.status).toBe(204)
  expect(own.headers.get('access-control-allow-origin')).toBe(auth.siteUrl)
  expect(own.headers.get('access-control-allow-headers')).toBe(
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
  )
  for (const origin of ['https://evil.example', 'null', `${auth.siteUrl}.evil.example`]) {
    const foreign = await preflight(origin)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  }
  const simple = await fetch(`${auth.url}/settings`, { headers: { origin: auth.siteUrl } })
  expect(simple.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
})

test('health and settings describe the service and what it offers', async () => {
  expect((await auth.call('GET', '/health')).body).toMatchObject({ name: 'Cartwright Auth' })
  expect((await auth.call('GET', '/settings')).body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  })
})

test('no response with a session may be cached, no matter how the session was opened', async () => {
  const { email, password, refreshToken } = await auth.person()
  const mailed = async () => {
    await auth.client('implicit').resetPasswordForEmail(email)
    return (await auth.mailsTo(email))[0]?.token
  }
  const session = (path: string, body: object) => auth.call('POST', path, { body })
  const byLink = await auth.call('GET', `/verify?type=recovery&token=${await mailed()}`)
  expect(byLink.headers.get('location')).toContain('access_token=')
  const bodies = [
    await session('/signup', { email: uniqueEmail(), password }),
    await session('/token?grant_type=password', { email, password }),
    await session('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
    await session('/verify', { type: 'recovery', token_hash: await mailed() }),
  ]
  for (const { body } of bodies.slice(1)) expect(body).toHaveProperty('access_token')
  for (const { headers } of [byLink, ...bodies])
    expect(headers.get('cache-control')).toBe('no-store')
})
