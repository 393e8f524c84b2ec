import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { isFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
beforeAll(async () => {
  auth = await startAuth({ auth: { proofSeconds: AUTH_SECONDS.freshProof } })
})
afterAll(() => auth.close())

async function prove(token: string, body: unknown) {
  const answer = await auth.call('POST', '/reauthenticate', {
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  return [answer.status, answer.body.code]
}
const right = [200, undefined]

/** Returns whether one of the person's sessions counts as freshly proven now; they have just one. */
async function isFresh({ id }: Pick<TestPerson, 'id'>) {
  const { rows } = await auth.pool.query('select amr from auth.sessions where user_id = $1', [id])
  return isFreshlyProven({ proofSeconds: AUTH_SECONDS.freshProof }, rows[0], auth.now())
}

/** A person who signed in five minutes ago. */
async function stalePerson() {
  at(0)
  const person = await auth.person()
  at(AUTH_SECONDS.freshProof - 1)
  expect(await isFresh(person)).toBe(true)
  at(AUTH_SECONDS.freshProof)
  expect(await isFresh(person)).toBe(false)
  return person
}

test('the password makes a session fresh for five minutes', async () => {
  const person = await stalePerson()
  expect(await prove(person.accessToken, { password: 'another horse' })).toEqual([
    400,
    'invalid_credentials',
  ])
  expect(await prove(person.accessToken, {})).toEqual([400, 'invalid_credentials'])
  expect(await isFresh(person)).toBe(false)
  expect(await prove(person.accessToken, { password: person.password })).toEqual(right)
  at(AUTH_SECONDS.freshProof * 2 - 1)
  expect(await isFresh(person)).toBe(true)
  at(AUTH_SECONDS.freshProof * 2)
  expect(await isFresh(person)).toBe(false)
})

test('a mailed code makes a session fresh, once, and only if it is the person’s own', async () => {
  const person = await stalePerson()
  const stranger = await auth.person()
  await stranger.client.reauthenticate()
  await person.client.reauthenticate()
  const theirs = (await auth.mailsTo(stranger.email))[0]?.code ?? ''
  const code = (await auth.mailsTo(person.email))[0]?.code ?? ''
  // Two codes in a million are identical. In that case there is no other code to try.
  const other = theirs === code ? '' : theirs
  expect(await prove(person.accessToken, { code: other })).toEqual([
    422,
    'reauthentication_not_valid',
  ])
  expect(await prove(person.accessToken, { code })).toEqual(right)
  expect(await isFresh(person)).toBe(true)
  expect(await prove(person.accessToken, { code })).toEqual([422, 'reauthentication_not_valid'])
})

test('an account with an authenticator app is proven by app code or password, not by a mailed code', async () => {
  at(0)
  const person = await auth.person()
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const secret = Secret.fromBase32(data.totp.secret)
  const pass = () =>
    person.client.mfa.challengeAndVerify({
      factorId: data.id,
      code: new TOTP({ secret }).generate({ timestamp: auth.now().getTime() }),
    })
  await pass()
  const half = await auth.client().signInWithPassword(person)
  const halfToken = half.data.session?.access_token ?? ''
  expect(await prove(halfToken, { password: person.password })).toEqual([401, 'insufficient_aal'])

  at(AUTH_SECONDS.freshProof)
  const token = (await person.client.getSession()).data.session?.access_token ?? ''
  await person.client.reauthenticate()
  const code = (await auth.mailsTo(person.email))[0]?.code
  expect(await prove(token, { code })).toEqual([422, 'reauthentication_not_valid'])
  expect(await prove(token, { password: person.password })).toEqual(right)
  at(AUTH_SECONDS.freshProof * 2)
  expect((await pass()).error).toBeNull()
  expect(await isFresh(person)).toBe(true)
})

test('without a session, or with one that ended, nothing is proven', async () => {
  const person = await stalePerson()
  expect((await auth.call('POST', '/reauthenticate', { body: {} })).status).toBe(401)
  await person.client.signOut()
  expect(await prove(person.accessToken, { password: person.password })).toEqual([
    403,
    'session_not_found',
  ])
})

test('wrong passwords are limited', async () => {
  const strict = await startAuth({
    config: { authTestLimits: false, publicUrl: auth.siteUrl },
    on: auth,
  })
  try {
    const person = await stalePerson()
    strict.setNow(auth.now())
    const headers = { authorization: `Bearer ${person.accessToken}` }
    const guess = async (password: string) => {
      const answer = await strict.call('POST', '/reauthenticate', { headers, body: { password } })
      return answer.body.code
    }
    for (let tries = 0; tries < 10; tries += 1)
      expect(await guess('another horse')).toBe('invalid_credentials')
    expect(await guess(person.password)).toBe('over_request_rate_limit')
  } finally {
    await strict.close()
  }
})
