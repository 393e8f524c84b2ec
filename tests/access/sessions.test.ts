import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routePath, routes } from '#contract/api.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import { registerApi } from '#server/api.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createRoutes, type Routes } from '#server/http/routes.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { buildCreator } from '#tests/support/builders.ts'

/**
 * Holders of a token that was once valid. Every call treats each as anonymous; `inside` is one whose token is still
 * valid.
 */
const ENDED = ['banned', 'expired', 'signed_out', 'unconfirmed', 'deleted'] as const
type Ended = (typeof ENDED)[number]

/** Ends a session without changing its token. */
const END: Record<Exclude<Ended, 'expired'>, string> = {
  banned: `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
  signed_out: 'delete from auth.sessions where user_id = $1',
  unconfirmed: 'update auth.users set email_confirmed_at = null where id = $1',
  deleted: 'update auth.users set deleted_at = now() where id = $1',
}

const NOBODY = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

let auth: TestAuth
let api: TestApi
let app: FastifyInstance
let registered: ReturnType<Routes['registered']>
let inside: string
/** What a signed-in person's browser sends along to pages. */
let cookie: string
let publicProfile: string
const tokens = {} as Record<Ended, string>

beforeAll(async () => {
  auth = await startAuth()
  api = await startApi()
  const now = new Date()
  for (const who of ENDED) {
    // A token lives for an hour.
    if (who === 'expired') auth.setNow(new Date(now.getTime() - 2 * 3_600_000))
    const person = await auth.person({ role: 'seller' })
    auth.setNow(null)
    tokens[who] = person.accessToken
    if (who !== 'expired') await auth.pool.query(END[who], [person.id])
  }
  const member = await auth.person({ role: 'seller' })
  inside = member.accessToken
  cookie = auth.cookiesOf(member.client).get('page-session') ?? ''
  publicProfile = (await buildCreator(auth.pool)).id
  app = createHttpApp(auth.log, 0)
  const all = createRoutes(app, { authenticate: auth.viewerOf, clock: () => new Date() })
  registerApi(all, { ...api.deps, pool: auth.pool, config: auth.config })
  registered = all.registered()
})
afterAll(async () => {
  await app.close()
  await api.close()
  await auth.close()
})

async function statusFor(key: RouteKey, headers: Record<string, string>): Promise<number> {
  const isOfProfile = key === 'profiles.get' || key === 'reputation.of_profile'
  const id = isOfProfile ? publicProfile : NOBODY
  const answer = await app.inject({
    method: routeParts(key).method as 'GET',
    url: routePath(key, { id, creator_id: NOBODY, number: '1', code: 'CW-0000-0000' }),
    headers,
  })
  return answer.statusCode
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The response to a caller without a valid session, by the audience of the call. */
function refusalOf(key: RouteKey): number {
  // A guest is let in by another kind of token, which is missing here.
  // No licence has the code. A sanction is for its person, or for the key that was mailed to them; an appeal contains a
  // text.
  const anyone =
    key.startsWith('review.guest_') || key === 'sanctions.appeal'
      ? 422
      : key === 'sanctions.get' || key === 'licences.check'
        ? 404
        : 200
  return { anyone, operators: 404 }[String(registered.get(key))] ?? 401
}

describe('a token that was valid', () => {
  const keys = Object.keys(routes) as RouteKey[]

  test.each(ENDED)('opens nothing that is not public once it or its person is %s', async (who) => {
    for (const key of keys) {
      const expected = refusalOf(key)
      expect({ key, status: await statusFor(key, bearer(tokens[who])) }).toEqual({
        key,
        status: expected,
      })
    }
  })

  test('opens calls while it is still valid', async () => {
    expect(await statusFor('profiles.me', bearer(inside))).toBe(200)
    expect(await statusFor('sessions.list', bearer(inside))).toBe(200)
  })

  test('is refused by the check that the socket and uploads share', async () => {
    for (const who of ENDED) expect(await auth.viewerOf(tokens[who]), who).toBeNull()
    expect(await auth.viewerOf(inside)).not.toBeNull()
  })
})

/** Ways to send the page cookie to something that is not a page. */
const ways = (): Record<string, string>[] => [
  { cookie: `page-session=${cookie}` },
  { cookie: `page-session=${cookie}; __Host-page-session=${cookie}`, authorization: '' },
  bearer(cookie),
  bearer(`${cookie}.${cookie}.${cookie}`),
]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The auth service, and all its endpoints, as it registers them. */
async function authService() {
  const service = createHttpApp(auth.log, 0)
  const endpoints: { method: (typeof METHODS)[number]; path: string }[] = []
  service.addHook('onRoute', ({ method: taken, url }) => {
    const path = url.replaceAll(/:\w+/g, NOBODY).replace('*', 'nowhere')
    for (const method of METHODS)
      if ([taken].flat().includes(method)) endpoints.push({ method, path })
  })
  const { config, serving: pool, log, now: clock } = auth
  await service.register(authRoutes, { config, pool, log, clock })
  await service.ready()
  return { service, endpoints }
}

describe('the page cookie', () => {
  test('opens no call of the contract', async () => {
    expect(cookie).toMatch(/^[\w-]{71}$/)
    for (const headers of ways())
      for (const key of Object.keys(routes) as RouteKey[])
        expect({ key, status: await statusFor(key, headers) }).toEqual({
          key,
          status: refusalOf(key),
        })
  })

  test('opens no endpoint of the auth service, and is not accepted as a refresh token', async () => {
    const { service, endpoints } = await authService()
    for (const { method, path } of endpoints) {
      const ask = async (headers: Record<string, string>) => {
        const sent = method === 'GET' ? {} : { payload: {} }
        const { statusCode } = await service.inject({ method, url: path, headers, ...sent })
        return statusCode
      }
      const anonymous = await ask({})
      for (const headers of ways()) {
        const status = await ask(headers)
        const refused = [401, 403, anonymous].includes(status)
        expect({ method, path, status, refused }).toMatchObject({ refused: true })
      }
    }
    // Not one of those that matter most answers a stranger.
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
      ['GET', '/reauthenticate'],
      ['POST', '/factors'],
      ['GET', '/admin/users'],
    ] as const) {
      const at = { method, path: AUTH_PATH + path }
      expect(endpoints).toContainEqual(at)
      const { statusCode } = await service.inject({ method, url: at.path })
      expect({ ...at, statusCode }).toEqual({ ...at, statusCode: 401 })
    }
    await service.close()
    const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: cookie },
    })
    expect(refreshed.status).toBe(400)
  })

  test('is refused by the check that the socket and uploads share', async () => {
    for (const one of [cookie, `${cookie}.${cookie}.${cookie}`])
      expect(await auth.viewerOf(one)).toBeNull()
  })
})
