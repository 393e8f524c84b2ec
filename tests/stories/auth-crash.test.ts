import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedFetch } from '#tests/support/auth-answers.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import { type Stack, startStack } from '#tests/support/servers.ts'

/** What the service has acknowledged is durable, even if its process dies right afterwards. */

const PASSWORD = 'sturdy-oak-cart-42'
let stack: Stack
let counter = 0
beforeAll(async () => {
  stack = await startStack({}, { withoutWeb: true })
})
afterAll(() => stack.stop())

const service = () => `${stack.url}/auth/v1`
const client = () =>
  new AuthClient({
    url: service(),
    autoRefreshToken: false,
    persistSession: false,
    fetch: checkedFetch(service()),
  })

/** The process dies without warning, and another one takes over. */
async function crash(): Promise<void> {
  await stack.kill9Server()
  await stack.restartServer()
}

async function post(path: string, body: unknown, token?: string) {
  const answer = await checkedFetch(service())(`${service()}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}
const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })

const tokenOf = async (email: string) => {
  const mail = await waitForMail(stack.inboxUrl, email, /confirm/i)
  const link = mail.links.find((address) => address.includes('/verify'))
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

async function signedIn() {
  const email = `crash.${(counter += 1)}@example.com`
  await client().signUp({ email, password: PASSWORD })
  const { data, error } = await client().verifyOtp({
    type: 'signup',
    token_hash: await tokenOf(email),
  })
  if (error) throw error
  if (data.session === null) throw new Error('no session came of the confirmation')
  return { email, session: data.session }
}

test('an acknowledged sign-up and its email survive a crash', async () => {
  for (let round = 0; round < 2; round += 1) {
    const email = `new.${(counter += 1)}@example.com`
    const { error } = await client().signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    await crash()
    const token = await tokenOf(email)
    const confirmed = await client().verifyOtp({ type: 'signup', token_hash: token })
    expect(confirmed.error).toBeNull()
    expect((await client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  }
})

test('a session survives crashes: a new refresh token still works, and the old one only returns it again', async () => {
  const { session } = await signedIn()
  let current = session.refresh_token
  for (let round = 0; round < 2; round += 1) {
    const refreshed = await refresh(current)
    expect(refreshed.status).toBe(200)
    await crash()
    const own = await checkedFetch(service())(`${service()}/user`, {
      headers: { authorization: `Bearer ${refreshed.body.access_token}` },
    })
    expect(own.status).toBe(200)
    // Refreshing with the previous token returns the same one again: nothing advanced twice, and nothing went back.
    expect((await refresh(current)).body.refresh_token).toBe(refreshed.body.refresh_token)
    current = refreshed.body.refresh_token
  }
  expect((await refresh(current)).status).toBe(200)
})

test('an acknowledged sign-out survives a crash', async () => {
  const { session } = await signedIn()
  expect((await post('/logout?scope=global', {}, session.access_token)).status).toBe(204)
  await crash()
  expect((await refresh(session.refresh_token)).body.code).toBe('session_not_found')
  const own = await checkedFetch(service())(`${service()}/user`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(own.status).toBe(403)
  const me = await fetch(`${stack.url}/api/profiles/me`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(me.status).toBe(401)
})

test('a crash during concurrent refreshes leaves a single valid refresh token', async () => {
  const { session } = await signedIn()
  const storm = Array.from({ length: 20 }, () =>
    refresh(session.refresh_token).then(
      (answer) => answer.body?.refresh_token as string | undefined,
      () => undefined,
    ),
  )
  await Promise.race(storm)
  await crash()
  const given = new Set((await Promise.all(storm)).filter((token) => token !== undefined))
  expect(given.size).toBe(1)
  const [next] = given
  expect((await refresh(next ?? '')).status).toBe(200)
})
