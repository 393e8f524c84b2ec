import { afterAll, beforeAll, expect, test } from 'vitest'
import { authSession } from '#contract/auth-schemas.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const newestMail = async (email: string) => {
  const mail = (await auth.mailsTo(email))[0]
  if (mail === undefined) throw new Error('no mail was queued')
  return mail
}

test('a mailed code signs a known person in, once', async () => {
  const person = await auth.person()
  const client = auth.client()
  expect((await client.signInWithOtp({ email: person.email })).error).toBeNull()
  const mail = await newestMail(person.email)
  expect(mail.subject).toBe('Sign in to Cartwright')
  const { data, error } = await client.verifyOtp({
    email: person.email,
    token: mail.code,
    type: 'email',
  })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(person.id)
  const again = await client.verifyOtp({ email: person.email, token: mail.code, type: 'email' })
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('the link in a mail from /magiclink signs a known person in, as type magiclink', async () => {
  const person = await auth.person()
  await auth.call('POST', '/magiclink', { body: { email: person.email } })
  const { token, link } = await newestMail(person.email)
  expect(link.searchParams.get('type')).toBe('magiclink')
  const answer = await auth.call('POST', '/verify', {
    body: { type: 'magiclink', token_hash: token },
  })
  expect(authSession.parse(answer.body).user.id).toBe(person.id)
})

test('a new address gets a confirmation mail, whose code opens an account without a password', async () => {
  const email = uniqueEmail('fresh')
  const client = auth.client()
  await client.signInWithOtp({ email, options: { data: { name: 'Ellen', role: 'seller' } } })
  const mail = await newestMail(email)
  expect(mail.subject).toBe('Confirm your email for Cartwright')
  const { data, error } = await client.verifyOtp({ email, token: mail.code, type: 'email' })
  expect(error).toBeNull()
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({
    email,
    name: 'Ellen',
    role: 'seller',
  })
  const { rows } = await auth.pool.query('select password_hash from auth.users where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ password_hash: null }])
})

test('a password from an earlier unconfirmed sign-up does not survive the confirmation', async () => {
  const email = uniqueEmail('trap')
  await auth.client().signUp({ email, password: 'the attacker knows' })
  await auth.client().signInWithOtp({ email })
  const { token } = await newestMail(email)
  expect((await auth.client().verifyOtp({ type: 'email', token_hash: token })).error).toBeNull()
  const { error } = await auth
    .client()
    .signInWithPassword({ email, password: 'the attacker knows' })
  expect(error?.code).toBe('invalid_credentials')
})

test('with create_user false, an unknown address gets the same response but no mail and no account', async () => {
  const person = await auth.person()
  const unknown = uniqueEmail('unknown')
  const answers = []
  for (const email of [person.email, unknown]) {
    answers.push(await auth.call('POST', '/otp', { body: { email, create_user: false } }))
  }
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ])
  expect(await auth.mailsTo(unknown)).toEqual([])
  const { rowCount } = await auth.pool.query('select 1 from auth.users where email = $1', [unknown])
  expect(rowCount).toBe(0)
})

test('five wrong attempts invalidate a code, even if the sixth is correct', async () => {
  const person = await auth.person()
  await auth.client().signInWithOtp({ email: person.email })
  const { code } = await newestMail(person.email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (const token of [wrong, wrong, wrong, wrong, wrong, code]) {
    const { error } = await auth.client().verifyOtp({ email: person.email, token, type: 'email' })
    expect(error?.code).toBe('otp_expired')
  }
})

test('a link opened fifty times concurrently signs in once', async () => {
  const person = await auth.person()
  await auth.client('implicit').signInWithOtp({ email: person.email })
  const { token } = await newestMail(person.email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      auth.call('POST', '/verify', { body: { type: 'email', token_hash: token } }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.code === 'otp_expired')).toHaveLength(49)
})

test('a mailed code used fifty times concurrently signs in once', async () => {
  const person = await auth.person()
  await auth.client('implicit').signInWithOtp({ email: person.email })
  const body = { type: 'email', email: person.email, token: (await newestMail(person.email)).code }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => auth.call('POST', '/verify', { body })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.code === 'otp_expired')).toHaveLength(49)
})

test.each([
  [{ phone: '+15551234' }, 'phone_provider_disabled'],
  [{ phone: '+15551234', email: 'a@example.com' }, 'validation_failed'],
  [{}, 'validation_failed'],
  [{ email: 'nonsense' }, 'validation_failed'],
  [
    { email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' },
    'validation_failed',
  ],
])('the request %j is refused', async (body, code) => {
  const answer = await auth.call('POST', '/otp', { body })
  expect([answer.status, answer.body.code]).toEqual([400, code])
})
