import { afterAll, beforeAll, expect, test } from 'vitest'
import { FALSE_TOKENS } from '#sandbox/google/false-tokens.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import {
  comeFromGoogle,
  failureOf,
  startAuthWithGoogle,
  type TestGoogle,
} from '#tests/support/google.ts'

/** What must hold on the way to Google and back: state, browser, nonce, code and ID token. */

let google: TestGoogle
let auth: TestAuth
beforeAll(async () => {
  google = await startAuthWithGoogle()
  auth = google.auth
})
afterAll(() => google.close())

test('a state works once, for five minutes, and only if it is ours', async () => {
  const { callback, window } = await comeFromGoogle(google, { email: uniqueEmail('replay') })
  const { visit } = window
  const again = await visit(callback)
  expect(failureOf(again)).toEqual(['invalid_request', 'flow_state_already_used'])
  expect(again.origin + again.pathname).toBe(`${auth.siteUrl}/`)

  const foreign = new URL(callback)
  foreign.searchParams.set('state', '7b7a1d0e-2f0c-4c8d-9a4e-0d2b5d6c1f00')
  expect(failureOf(await visit(foreign))).toEqual(['invalid_request', 'bad_oauth_state'])
  foreign.searchParams.delete('state')
  expect(failureOf(await visit(foreign))).toEqual(['invalid_request', 'bad_oauth_callback'])

  const another = google.browser()
  const late = await another.choose(new URL(`${auth.url}/authorize?provider=google`), {
    email: uniqueEmail('late'),
  })
  auth.setNow(new Date(Date.now() + 301_000))
  const landing = await another.visit(late)
  auth.setNow(null)
  expect(failureOf(landing)).toEqual(['invalid_request', 'bad_oauth_state'])
})

test('of fifty concurrent uses of one state, one succeeds', async () => {
  const email = uniqueEmail('storm')
  const { choose, cookies } = google.browser()
  const callback = await choose(new URL(`${auth.url}/authorize?provider=google`), { email })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      fetch(callback, { redirect: 'manual', headers: { cookie: cookies() } }),
    ),
  )
  const landings = answers.map((answer) => new URL(answer.headers.get('location') ?? ''))
  expect(landings.filter((landing) => landing.hash.includes('access_token='))).toHaveLength(1)
  const refused = landings.filter((landing) => landing.searchParams.has('error'))
  expect(new Set(refused.map((landing) => failureOf(landing).join()))).toEqual(
    new Set(['invalid_request,flow_state_already_used']),
  )
  const { rows } = await auth.pool.query(
    'select 1 from auth.sessions join auth.users on users.id = user_id where email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
})

test('a state planted by an attacker signs no one in, and the victim’s own sign-in still works', async () => {
  const attacker = google.browser()
  const planted = await attacker.choose(new URL(`${auth.url}/authorize?provider=google`), {
    email: uniqueEmail('attacker'),
  })
  const stranger = google.browser()
  const ownStart = new URL(`${auth.url}/authorize?provider=google`)
  const fresh = await fetch(planted, { redirect: 'manual' })
  const ownSignIn = await stranger.choose(ownStart, { email: uniqueEmail('victim') })
  for (const landing of [
    new URL(fresh.headers.get('location') ?? ''),
    await stranger.visit(planted),
  ]) {
    expect(failureOf(landing)).toEqual(['invalid_request', 'bad_oauth_state'])
    expect(landing.href).not.toContain('token')
  }
  expect((await stranger.visit(ownSignIn)).hash).toContain('access_token=')
  expect((await attacker.visit(planted)).hash).toContain('access_token=')
})

test('a sign-in is bound to its browser by an HttpOnly, SameSite cookie, with the __Host- prefix under HTTPS', async () => {
  const cookieOf = async (url: string, init: RequestInit = {}) =>
    (await fetch(url, { redirect: 'manual', ...init })).headers.get('set-cookie')
  const start = `${auth.url}/authorize?provider=google`
  const cookie = await cookieOf(start)
  expect(cookie).toMatch(/^sign-in=[\w-]{22}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
  // A second tab keeps the name, so the first can still return; an invalid name is replaced.
  const named = cookie?.split(';')[0] ?? ''
  expect(await cookieOf(start, { headers: { cookie: `a=b; ${named}` } })).toBe(cookie)
  expect(await cookieOf(start, { headers: { cookie: 'sign-in=chosen' } })).not.toContain('chosen')

  const secure = await startAuth({
    on: auth,
    config: {
      publicUrl: 'https://cartwright.example',
      google: { issuer: google.issuer, ...google.client },
    },
  })
  try {
    expect(await cookieOf(`${secure.url}/authorize?provider=google`)).toMatch(
      /^__Host-sign-in=[\w-]{22}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
    )
  } finally {
    await secure.close()
  }
})

test('Google’s form post is redirected to a GET that carries the cookie', async () => {
  const { choose, visit } = google.browser()
  const callback = await choose(new URL(`${auth.url}/authorize?provider=google`), {
    email: uniqueEmail('posted'),
  })
  const posted = await fetch(`${auth.url}/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(callback.search),
  })
  expect([posted.status, posted.headers.get('location')]).toEqual([303, callback.href])
  expect((await visit(callback)).hash).toContain('access_token=')
})

test.each(FALSE_TOKENS)('an ID token with one false claim is refused: %s', async (how) => {
  const person = { email: uniqueEmail('false'), false_token: how }
  const { landing } = await comeFromGoogle(google, person)
  expect(failureOf(landing)).toEqual(['server_error', 'unexpected_failure'])
  expect(landing.searchParams.has('code')).toBe(false)
  const { rows } = await auth.pool.query('select 1 from auth.users where email = $1', [
    person.email,
  ])
  expect(rows).toEqual([])
})

test('a code that belongs to another sign-in’s nonce and verifier is refused', async () => {
  const { visit, choose } = google.browser()
  const start = new URL(`${auth.url}/authorize?provider=google`)
  const mine = await choose(start, { email: uniqueEmail('mine') })
  const theirs = await google.browser().choose(start, { email: uniqueEmail('theirs') })
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  expect(failureOf(await visit(mine))).toEqual(['server_error', 'unexpected_failure'])
})

test('the redirect to Google carries our own checks and the client’s extra parameters, except those it may not set', async () => {
  const query =
    'provider=google&scopes=calendar&login_hint=maya&redirect_uri=https://evil.example&state=x&client_id=evil'
  const answer = await fetch(`${auth.url}/authorize?${query}`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const values = new URL(answer.headers.get('location') ?? '').searchParams
  expect(Object.fromEntries(values)).toMatchObject({
    client_id: 'cartwright',
    redirect_uri: `${auth.url}/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    code_challenge_method: 'S256',
    login_hint: 'maya',
  })
  expect(values.get('nonce')).toBeTruthy()
  expect(values.get('state')).toMatch(/^[0-9a-f-]{36}$/)
})

test.each(['', 'github', 'Google'])('the provider %j is refused', async (provider) => {
  const answer = await auth.call('GET', `/authorize?provider=${provider}`)
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  expect(answer.body.message).toMatch(/^Unsupported provider: /)
})
