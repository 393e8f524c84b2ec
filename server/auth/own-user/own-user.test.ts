import { afterAll, beforeAll, expect, test } from 'vitest'
import { authUser } from '#contract/auth-schemas.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })

test('GET /user has the shape of the contract', async () => {
  const person = await auth.person()
  const { status, body } = await auth.call('GET', '/user', { headers: bearer(person.accessToken) })
  expect(status).toBe(200)
  expect(authUser.parse(body)).toMatchObject({
    id: person.id,
    identities: [{ provider: 'email', id: person.id }],
  })
})

test('data is merged, and null removes a key', async () => {
  const { client } = await auth.person({ name: 'Maya' })
  await client.updateUser({ data: { pronouns: 'she', colour: 'petrol' } })
  const { data } = await client.updateUser({ data: { colour: null, size: 3 } })
  expect(data.user?.user_metadata).toMatchObject({ name: 'Maya', pronouns: 'she', size: 3 })
  expect(data.user?.user_metadata).not.toHaveProperty('colour')
})

test('app_metadata is refused and every other unknown field ignored', async () => {
  const person = await auth.person()
  const headers = bearer(person.accessToken)
  const refused = await auth.call('PUT', '/user', {
    headers,
    body: { app_metadata: { admin: true } },
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'not_admin'])
  const body = {
    id: 'x',
    role: 'service_role',
    banned_until: null,
    email_confirmed_at: null,
    is_anonymous: true,
    user_metadata: { role: 'seller' },
  }
  const ignored = await auth.call('PUT', '/user', { headers, body })
  expect(ignored.body).toMatchObject({ id: person.id, role: 'authenticated', is_anonymous: false })
  expect(ignored.body.user_metadata.role).toBe('creator')
  expect(ignored.body.email_confirmed_at).toBeDefined()
})

test('a new password ends every other session and every pending link', async () => {
  const person = await auth.person()
  const other = auth.client()
  const { data: second } = await other.signInWithPassword(person)
  await auth.call('POST', '/recover', { body: { email: person.email } })
  const pending = (await auth.mailsTo(person.email))[0]

  const same = await person.client.updateUser({ password: person.password })
  expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
  const weak = await person.client.updateUser({ password: 'short' })
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
  expect((await person.client.updateUser({ password: 'another horse' })).error).toBeNull()

  expect(await auth.viewerOf(person.accessToken)).not.toBeNull()
  expect(await auth.viewerOf(second.session?.access_token ?? '')).toBeNull()
  const link = await auth.client().verifyOtp({ type: 'recovery', token_hash: pending?.token ?? '' })
  expect(link.error?.code).toBe('otp_expired')
})

test('an address changes only after both addresses have agreed', async () => {
  const person = await auth.person()
  const newEmail = uniqueEmail('new')
  const { data, error } = await person.client.updateUser({ email: newEmail.toUpperCase() })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: person.email, new_email: newEmail })
  const toNew = (await auth.mailsTo(newEmail))[0]
  const toOld = (await auth.mailsTo(person.email))[0]
  expect([toNew?.subject, toOld?.subject]).toEqual(
    Array(2).fill('Confirm your new email for Cartwright'),
  )

  const half = await auth.call('POST', '/verify', {
    body: { type: 'email_change', token_hash: toNew?.token },
  })
  expect([half.status, half.body.code]).toEqual([200, '200'])
  expect(
    (await auth.client().signInWithPassword({ email: newEmail, password: person.password })).error
      ?.code,
  ).toBe('invalid_credentials')
  const whole = await auth.call('POST', '/verify', {
    body: { type: 'email_change', token_hash: toOld?.token },
  })
  expect(whole.body.user).toMatchObject({ id: person.id, email: newEmail })
  expect(whole.body.user.new_email).toBeUndefined()
  expect(await auth.viewerOf(person.accessToken)).toMatchObject({ email: newEmail })
  const profile = await auth.pool.query('select email from profiles where id = $1', [person.id])
  expect(profile.rows[0].email).toBe(newEmail)
  expect(
    (await auth.client().signInWithPassword({ email: newEmail, password: person.password })).error,
  ).toBeNull()
})

test('a change to an address that belongs to someone else never takes effect, and its owner is mailed', async () => {
  const [one, two] = [await auth.person(), await auth.person()]
  const { data, error } = await one.client.updateUser({ email: two.email })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: one.email, new_email: two.email })
  const mail = (await auth.mailsTo(two.email))[0]
  expect(mail?.subject).toBe('This email already has a Cartwright account')
  expect([mail?.link.host, mail?.text.includes(one.email)]).toEqual(['none.invalid', false])
  // The requester agrees in their own mailbox, and then waits forever.
  const own = (await auth.mailsTo(one.email))[0]
  const half = await auth.call('POST', '/verify', {
    body: { type: 'email_change', token_hash: own?.token },
  })
  expect([half.status, half.body.code]).toEqual([200, '200'])
  expect(await auth.viewerOf(one.accessToken)).toMatchObject({ email: one.email })
  expect(await auth.viewerOf(two.accessToken)).toMatchObject({ email: two.email })
})

test('an address change is refused if someone else takes the address while it is pending', async () => {
  const one = await auth.person()
  const wanted = uniqueEmail('wanted')
  await one.client.updateUser({ email: wanted })
  await auth.person({ email: wanted })
  const tokens = [
    (await auth.mailsTo(one.email))[0]?.token,
    (await auth.mailsTo(wanted)).at(-1)?.token,
  ]
  const answers = []
  for (const token of tokens) {
    answers.push(
      await auth.call('POST', '/verify', { body: { type: 'email_change', token_hash: token } }),
    )
  }
  expect(answers.map((answer) => answer.status)).toEqual([200, 422])
  expect(answers[1]?.body.code).toBe('email_exists')
  expect(await auth.viewerOf(one.accessToken)).toMatchObject({ email: one.email })
})
