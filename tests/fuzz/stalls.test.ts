import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import { authBodies } from '#contract/auth-schemas.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import type { Actor } from '#tests/access/access-world.ts'
import { tokenOf } from '#tests/support/api.ts'
import { HOLD_MS, heldMs, leastHeldMs } from './event-loop.ts'
import { buildFuzzWorld, type FuzzServer, type FuzzWorld, startFuzzServer } from './fuzz-world.ts'
import { heavyBodies, heavyHeaders, heavyQueries } from './heavy-shapes.ts'

/** The maximum number of characters in any refusal, whatever was sent. */
const REFUSAL_LENGTH = 20_000

const ID = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

type Request = InjectOptions & { url: string; method: 'GET' | 'POST' | 'PUT' }

let server: FuzzServer
let world: FuzzWorld
beforeAll(async () => {
  server = await startFuzzServer()
  world = await buildFuzzWorld(server)
})
afterAll(() => server.close())

/** Sends one request; returns what is wrong about it, or null. */
async function complaint(what: string, request: Request): Promise<string | null> {
  let body = ''
  const send = async () => {
    const answer = await server.api.app.inject(request)
    if (answer.statusCode >= 400) body = answer.body
    return answer
  }
  // Nearly all are fast the first time; only slow ones are repeated.
  const first = await heldMs(send)
  const held = first <= HOLD_MS ? first : await leastHeldMs(send)
  const where = `${request.method} ${request.url.slice(0, 80)} ${what}`
  if (held > HOLD_MS) return `${where}: held the event loop for ${Math.round(held)} ms`
  return body.length > REFUSAL_LENGTH
    ? `${where}: was refused with ${body.length} characters`
    : null
}

/** An actor who gets as far as a call's validation. */
function actorFor(key: RouteKey): Exclude<Actor, 'anonymous'> {
  const access = server.api.routes.registered().get(key)
  if (access === 'operators') return 'operator'
  return access === 'creators' ? 'counterpart' : 'owner'
}

const headersOf = (actor: Exclude<Actor, 'anonymous'>) => ({
  authorization: `Bearer ${tokenOf(world.people[actor])}`,
  'content-type': 'application/json',
})

const calls = (Object.keys(routes) as RouteKey[]).map((key) => ({
  key,
  schema: schemas[key] as CallSchema,
  ...routeParts(key),
}))
const pathOf = (path: string) => path.replaceAll(/:number/g, '1').replaceAll(/:[a-z_]+/g, ID)

test('no request body blocks the event loop, whichever call it is sent to', async () => {
  const wrong: string[] = []
  let sent = 0
  for (const { key, schema, method, path } of calls) {
    if (method === 'GET') continue
    const request = {
      method: method as 'POST',
      url: pathOf(path),
      headers: headersOf(actorFor(key)),
    }
    for (const { what, json } of heavyBodies(schema.body)) {
      sent += 1
      const found = await complaint(what, { ...request, payload: json })
      if (found !== null) wrong.push(found)
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
})

test('no query string blocks the event loop', async () => {
  const wrong: string[] = []
  let sent = 0
  for (const { key, schema, method, path } of calls) {
    if (method !== 'GET') continue
    for (const { what, value } of heavyQueries(schema.query)) {
      sent += 1
      const url = `${pathOf(path)}${value as string}`
      const found = await complaint(what, {
        method: 'GET',
        url,
        headers: headersOf(actorFor(key)),
      })
      if (found !== null) wrong.push(found)
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
})

const AUTH_CALLS: readonly [Request['method'], string, keyof typeof authBodies][] = [
  ['POST', '/signup', 'signup'],
  ['POST', '/token?grant_type=password', 'passwordGrant'],
  ['POST', '/token?grant_type=refresh_token', 'refreshGrant'],
  ['POST', '/token?grant_type=pkce', 'pkceGrant'],
  ['POST', '/verify', 'verify'],
  ['POST', '/recover', 'recover'],
  ['POST', '/otp', 'otp'],
  ['POST', '/resend', 'resend'],
  ['PUT', '/user', 'updateUser'],
  ['POST', '/factors', 'enrolFactor'],
  ['POST', '/admin/users', 'adminUser'],
]

/** A real session: the auth service accepts only its own tokens. */
async function memberToken(): Promise<string> {
  const { email, password } = world.member
  const answer = await server.api.app.inject({
    method: 'POST',
    url: `${AUTH_PATH}/token?grant_type=password`,
    payload: { email, password },
  })
  return answer.json<{ access_token: string }>().access_token
}

test('no request body blocks the event loop in the auth service', async () => {
  const authorization = `Bearer ${await memberToken()}`
  const wrong: string[] = []
  for (const [method, path, schema] of AUTH_CALLS) {
    for (const { what, json } of heavyBodies(authBodies[schema])) {
      const found = await complaint(what, {
        method,
        url: `${AUTH_PATH}${path}`,
        headers: { 'content-type': 'application/json', authorization },
        payload: json,
      })
      if (found !== null) wrong.push(found)
    }
  }
  const form = `token=${'a'.repeat(60_000)}&type=signup${'&a=b'.repeat(1_000)}`
  const found = await complaint('a form', {
    method: 'POST',
    url: `${AUTH_PATH}/verify`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.slice(0, 65_000),
  })
  expect([...wrong, found].filter((one) => one !== null)).toEqual([])
})

test('no request header blocks the event loop, and neither does a webhook body', async () => {
  const paths: [Request['method'], string][] = [
    ['GET', '/api/profiles/me'],
    ['GET', '/api/projects'],
    ['GET', `${AUTH_PATH}/user`],
    ['GET', `${AUTH_PATH}/authorize`],
    ['GET', `${AUTH_PATH}/verify`],
    ['POST', UPLOAD_PATH],
    ['GET', `/storage/public/avatars/${ID}.webp`],
    ['GET', `/storage/private/${ID}`],
    ['POST', '/webhooks/stripe'],
    ['GET', '/nowhere'],
  ]
  const wrong: (string | null)[] = []
  for (const [method, url] of paths) {
    for (const { what, headers } of heavyHeaders()) {
      const request = { method, url, headers: { ...headersOf('owner'), ...headers } }
      wrong.push(await complaint(what, request))
    }
  }
  for (const size of [60_000, 250_000, 5_000_000])
    wrong.push(
      await complaint(`${size} bytes`, {
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
        payload: '['.repeat(size),
      }),
    )
  expect(wrong.filter((one) => one !== null)).toEqual([])
})
