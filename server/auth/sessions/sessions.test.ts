import { afterAll, beforeAll, expect, test } from 'vitest'
import { authErrors } from '#contract/auth.ts'
import { authSession } from '#contract/auth-schemas.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** A second device of the same person. */
async function signIn(person: { email: string; password: string }) {
  const client = auth.client()
  const { data, error } = await client.signInWithPassword(person)
  if (error !== null) throw error
  return {
    client,
    accessToken: data.session.access_token,
    refreshToken: data.session.refresh_token,
  }
}

const isAlive = async (device: { accessToken: string; refreshToken: string }) => {
  const user = await auth.call('GET', '/user', {
    headers: { authorization: `Bearer ${device.accessToken}` },
  })
  const viewer = await auth.viewerOf(device.accessToken)
  const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: device.refreshToken },
  })
  const signs = [user.status === 200, viewer !== null, refreshed.status === 200]
  expect(new Set(signs).size, 'all parts agree').toBe(1)
  if (user.status !== 200) expect([user.status, user.body.code]).toEqual([403, 'session_not_found'])
  return signs[0]
}

test('a password sign-in returns the session of the contract, without a password hash', async () => {
  const { email, password } = await auth.person({ email: 'maya@example.com' })
  const { body } = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  const session = authSession.parse(body)
  expect(session.expires_in).toBe(3_600)
  // Random letters may spell anything; so may the time in the other tests’ addresses.
  const { access_token: _, refresh_token: __, ...rest } = body
  expect(JSON.stringify(rest)).not.toMatch(/argon2|hash/)
})

test('signing out here ends this session only', async () => {
  const person = await auth.person()
  const other = await signIn(person)
  expect((await person.client.signOut({ scope: 'local' })).error).toBeNull()
  expect(await isAlive(person)).toBe(false)
  expect(await isAlive(other)).toBe(true)
})

test('signing out the others keeps this session only', async () => {
  const person = await auth.person()
  const other = await signIn(person)
  expect((await other.client.signOut({ scope: 'others' })).error).toBeNull()
  expect(await isAlive(person)).toBe(false)
  expect(await isAlive(other)).toBe(true)
})

test('signing out everywhere ends every session, and is the default', async () => {
  const person = await auth.person()
  const other = await signIn(person)
  expect((await person.client.signOut()).error).toBeNull()
  expect(await isAlive(person)).toBe(false)
  expect(await isAlive(other)).toBe(false)
})

test('a sign-out with an unknown scope ends nothing', async () => {
  const person = await auth.person()
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const answer = await auth.call('POST', '/logout?scope=planet', { headers })
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  expect(await isAlive(person)).toBe(true)
})

test('a wrong password, an unknown address and a malformed one get the same refusal', async () => {
  const person = await auth.person()
  const attempts = [
    { email: person.email, password: 'battery staple' },
    { email: uniqueEmail(), password: 'battery staple' },
    { email: 'not an address\0\ud800', password: 'battery staple' },
    { email: person.email, password: '' },
    { email: person.email },
  ]
  const answers = await Promise.all(
    attempts.map((body) => auth.call('POST', '/token?grant_type=password', { body })),
  )
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect([...answer.headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])])
  }
})

test('the address is compared in lower case, the password exactly', async () => {
  const person = await auth.person()
  expect(
    (await auth.client().signInWithPassword({ ...person, email: person.email.toUpperCase() }))
      .error,
  ).toBeNull()
  const wrong = await auth
    .client()
    .signInWithPassword({ ...person, password: person.password.toUpperCase() })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

test('a sign-in to a banned account reports the ban only with the right password', async () => {
  const person = await auth.person()
  await auth.pool.query(
    `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
    [person.id],
  )
  expect((await auth.client().signInWithPassword(person)).error).toMatchObject({
    status: 400,
    code: 'user_banned',
    message: authErrors.user_banned.message,
  })
  const wrong = await auth.client().signInWithPassword({ ...person, password: 'battery staple' })
  expect(wrong.error?.code).toBe('invalid_credentials')
  expect(await auth.viewerOf(person.accessToken)).toBeNull()
  const user = await auth.call('GET', '/user', {
    headers: { authorization: `Bearer ${person.accessToken}` },
  })
  expect([user.status, user.body.code]).toEqual([403, 'user_banned'])
})

test.each([
  ['no grant type', '', {}],
  ['an unknown grant type', '?grant_type=client_credentials', {}],
  ['a grant type of the prototype', '?grant_type=constructor', {}],
  ['two grant types', '?grant_type=password&grant_type=pkce', {}],
])('%s is refused', async (_, query, body) => {
  const answer = await auth.call('POST', `/token${query}`, { body })
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'invalid_credentials', message: 'unsupported_grant_type' },
  ])
})

test('a role written into the metadata later grants nothing', async () => {
  const person = await auth.person({ role: 'creator' })
  const { data, error } = await person.client.updateUser({
    data: { role: 'seller', name: 'Somebody Else' },
  })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ role: 'seller' })
  const { data: refreshed } = await person.client.refreshSession()
  const viewer = await auth.viewerOf(refreshed.session?.access_token ?? '')
  expect(viewer).toMatchObject({ role: 'creator', name: 'Maya Okafor' })
})
