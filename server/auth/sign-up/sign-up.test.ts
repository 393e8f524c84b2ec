import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authUser } from '#contract/auth-schemas.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const profileOf = async (id: string) =>
  (await auth.pool.query('select name, email, role from profiles where id = $1', [id])).rows[0]

test('a sign-up creates an unconfirmed account, a profile with its role, and one mail', async () => {
  const email = uniqueEmail('Ellen').replace('ellen', 'Ellen')
  const { data, error } = await auth.client().signUp({
    email,
    password: 'correct horse',
    options: {
      data: { name: 'Ellen Harrow', role: 'seller' },
      emailRedirectTo: `${auth.siteUrl}/`,
    },
  })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  const user = authUser.parse(data.user)
  expect(user).toMatchObject({
    email: email.toLowerCase(),
    role: 'authenticated',
    user_metadata: { role: 'seller' },
  })
  expect(user.confirmation_sent_at).toBeDefined()
  expect(user.email_confirmed_at).toBeUndefined()
  expect(user.identities).toHaveLength(1)
  expect(await profileOf(user.id)).toEqual({
    name: 'Ellen Harrow',
    email: email.toLowerCase(),
    role: 'seller',
  })
  const mails = await auth.mailsTo(email.toLowerCase())
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Confirm your email for Cartwright')
  expect(mails[0]?.link.searchParams.get('redirect_to')).toBe(`${auth.siteUrl}/`)
})

test('an unconfirmed account cannot sign in, and learns why only with its own password', async () => {
  const email = uniqueEmail()
  await auth.client().signUp({ email, password: 'correct horse' })
  const right = await auth.client().signInWithPassword({ email, password: 'correct horse' })
  expect(right.error).toMatchObject({
    status: 400,
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  })
  const wrong = await auth.client().signInWithPassword({ email, password: 'battery staple' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
})

test('a confirmed account signs in with the role of its profile', async () => {
  const person = await auth.person({ name: 'Ellen Harrow', role: 'seller' })
  const { data, error } = await auth.client().signInWithPassword(person)
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeDefined()
  expect(data.user?.user_metadata).toMatchObject({ email_verified: true })
  const viewer = await auth.viewerOf(data.session?.access_token ?? '')
  expect(viewer).toMatchObject({
    id: person.id,
    role: 'seller',
    name: 'Ellen Harrow',
    email: person.email,
  })
})

test.each([
  ['a role there is none of', { role: 'admin' }, 'creator'],
  ['no role', {}, 'creator'],
  ['a role that is no text', { role: ['seller'] }, 'creator'],
  ['the role seller', { role: 'seller' }, 'seller'],
])('a sign-up with %s creates a profile with a permitted role', async (_, data, role) => {
  const email = uniqueEmail()
  const { body } = await auth.call('POST', '/signup', {
    body: { email, password: 'correct horse', data },
  })
  expect((await profileOf(body.id))?.role).toBe(role)
})

test('a person is a seller or a creator as chosen at sign-up, and a creator without a choice', async () => {
  const roleOf = async (data: object) => {
    const { body } = await auth.call('POST', '/signup', {
      body: { email: uniqueEmail(), password: 'correct horse', data: { name: 'Wren', ...data } },
    })
    return (await profileOf(body.id as string))?.role
  }
  expect(await roleOf({ role: 'seller' })).toBe('seller')
  expect(await roleOf({ role: 'creator' })).toBe('creator')
  expect(await roleOf({})).toBe('creator')
  expect(await roleOf({ role: 'operator' })).toBe('creator')
})

test('server-owned fields in a sign-up are ignored', async () => {
  const email = uniqueEmail()
  const { status, body } = await auth.call('POST', '/signup', {
    body: {
      email,
      password: 'correct horse',
      id: '00000000-0000-4000-8000-000000000000',
      role: 'service_role',
      email_confirmed_at: '2020-01-01T00:00:00Z',
      app_metadata: { provider: 'google', admin: true },
      data: { email_verified: true, sub: 'somebody', app_metadata: { admin: true } },
    },
  })
  expect(status).toBe(200)
  expect(body.id).not.toBe('00000000-0000-4000-8000-000000000000')
  expect(body.role).toBe('authenticated')
  expect(body.email_confirmed_at).toBeUndefined()
  expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  expect(body.user_metadata).toMatchObject({ email_verified: false, sub: body.id })
})

test('of several sign-ups with one address, the confirmed one sets the password, name and role', async () => {
  const email = uniqueEmail('victim')
  const sign = (password: string, name: string, role: string) =>
    auth.call('POST', '/signup', { body: { email, password, data: { name, role } } })
  const before = await sign('attacker one', 'Attacker', 'seller')
  const own = await sign('my own password', 'Victim', 'creator')
  await sign('attacker two', 'Attacker', 'seller')
  expect(own.body.id).toBe(before.body.id)
  const [newest, mine, oldest] = await auth.mailsTo(email)

  const { error } = await auth.client().verifyOtp({ type: 'signup', token_hash: mine?.token ?? '' })
  expect(error).toBeNull()
  expect(await profileOf(own.body.id)).toMatchObject({ name: 'Victim', role: 'creator' })
  const signIn = (password: string) => auth.client().signInWithPassword({ email, password })
  expect((await signIn('my own password')).error).toBeNull()
  expect((await signIn('attacker one')).error?.code).toBe('invalid_credentials')
  expect((await signIn('attacker two')).error?.code).toBe('invalid_credentials')
  for (const mail of [newest, oldest]) {
    const late = await auth.client().verifyOtp({ type: 'signup', token_hash: mail?.token ?? '' })
    expect(late.error?.code).toBe('otp_expired')
  }
})

test('confirming through a recovery mail discards the password of an unconfirmed sign-up', async () => {
  const email = uniqueEmail('victim')
  await auth.call('POST', '/signup', { body: { email, password: 'attacker one' } })
  await auth.call('POST', '/recover', { body: { email } })
  const [mail] = await auth.mailsTo(email)
  const { data } = await auth
    .client()
    .verifyOtp({ type: 'recovery', token_hash: mail?.token ?? '' })
  expect(data.user?.email_confirmed_at).toBeDefined()
  const attacker = await auth.client().signInWithPassword({ email, password: 'attacker one' })
  expect(attacker.error?.code).toBe('invalid_credentials')
})

test('a sign-up with a confirmed address changes nothing and answers like a new one', async () => {
  const person = await auth.person({ name: 'Maya Okafor', role: 'creator' })
  const mails = (await auth.mailsTo(person.email)).length
  const body = { password: 'another password', data: { name: 'Mallory', role: 'seller' } }
  const known = await auth.call('POST', '/signup', { body: { ...body, email: person.email } })
  const fresh = await auth.call('POST', '/signup', { body: { ...body, email: uniqueEmail() } })

  expect(known.status).toBe(fresh.status)
  expect(Object.keys(known.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted())
  expect(Object.keys(known.body.user_metadata)).toEqual(Object.keys(fresh.body.user_metadata))
  expect([...known.headers.keys()]).toEqual([...fresh.headers.keys()])
  expect(known.body).toMatchObject({ identities: [], role: '', email: person.email })
  expect(known.body.user_metadata).toMatchObject({ name: 'Mallory', role: 'seller' })
  expect(known.body.id).not.toBe(person.id)
  expect(await auth.mailsTo(person.email)).toHaveLength(mails)
  expect(await profileOf(person.id)).toMatchObject({ name: 'Maya Okafor', role: 'creator' })
  expect((await auth.client().signInWithPassword(person)).error).toBeNull()
})

test('six concurrent sign-ups with one address create one account', async () => {
  const email = uniqueEmail()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      auth.call('POST', '/signup', { body: { email, password: `password ${index}` } }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
})

test('a weak password is refused with its reasons', async () => {
  const { error } = await auth.client().signUp({ email: uniqueEmail(), password: 'short' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
  const raw = await auth.call('POST', '/signup', {
    body: { email: uniqueEmail(), password: 'short' },
  })
  expect(raw.body).toEqual({
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    weak_password: { reasons: ['length'] },
  })
  const six = await auth.client().signUp({ email: uniqueEmail(), password: 'k7vq2x' })
  expect(six.error).toBeNull()
})

const challenge = createHash('sha256').update('verifier').digest('base64url')
test.each([
  ['no address', { password: 'correct horse' }, 422, 'anonymous_provider_disabled'],
  [
    'a phone number',
    { phone: '15551234567', password: 'correct horse' },
    400,
    'phone_provider_disabled',
  ],
  ['no password', { email: 'a@example.com' }, 400, 'validation_failed'],
  ['an empty password', { email: 'a@example.com', password: '' }, 400, 'validation_failed'],
  [
    'a password of 73 bytes',
    { email: 'a@example.com', password: 'é'.repeat(37) },
    400,
    'validation_failed',
  ],
  ['a broken address', { email: 'nobody', password: 'correct horse' }, 400, 'validation_failed'],
  [
    'an address with NUL',
    { email: 'a\0@example.com', password: 'correct horse' },
    400,
    'validation_failed',
  ],
  [
    'an address of 256 characters',
    { email: `${'a'.repeat(244)}@example.com`, password: 'correct horse' },
    400,
    'validation_failed',
  ],
  [
    'an address that is a number',
    { email: 7, password: 'correct horse' },
    400,
    'validation_failed',
  ],
  [
    'data with NUL',
    { email: 'a@example.com', password: 'correct horse', data: { name: 'a\0' } },
    400,
    'validation_failed',
  ],
  [
    'data with half a character',
    { email: 'a@example.com', password: 'correct horse', data: { name: '\ud800' } },
    400,
    'validation_failed',
  ],
  [
    'too much data',
    { email: 'a@example.com', password: 'correct horse', data: { name: 'x'.repeat(5_000) } },
    400,
    'validation_failed',
  ],
  [
    'data that is a list',
    { email: 'a@example.com', password: 'correct horse', data: ['x'] },
    400,
    'validation_failed',
  ],
  [
    'half a PKCE pair',
    { email: 'a@example.com', password: 'correct horse', code_challenge: challenge },
    400,
    'validation_failed',
  ],
  [
    'a short challenge',
    {
      email: 'a@example.com',
      password: 'correct horse',
      code_challenge: 'abc',
      code_challenge_method: 's256',
    },
    400,
    'validation_failed',
  ],
  [
    'the plain method',
    {
      email: 'a@example.com',
      password: 'correct horse',
      code_challenge: challenge,
      code_challenge_method: 'plain',
    },
    400,
    'validation_failed',
  ],
])('a sign-up with %s is refused as a client error', async (_, body, status, code) => {
  const answer = await auth.call('POST', '/signup', { body })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})
