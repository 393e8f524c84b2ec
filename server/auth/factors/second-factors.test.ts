import { Secret, TOTP } from 'otpauth'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authChallenge, authEnrolment, authSession, authUser } from '#contract/auth-schemas.ts'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** The code the app would show `steps` × 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: auth.now().getTime() + steps * 30_000,
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const tokenOf = async (person: TestPerson) =>
  (await person.client.getSession()).data.session?.access_token ?? ''

async function enrol(person: TestPerson, friendlyName?: string) {
  const { data, error } = await person.client.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName === undefined ? {} : { friendlyName }),
  })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/** A person with an active authenticator, signed in at aal2. */
async function protectedPerson() {
  const person = await auth.person()
  const factor = await enrol(person)
  const { error } = await person.client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  })
  if (error) throw error
  return { person, factor }
}

test('enrolling returns a secret and its QR code, which fits into a data: URI', async () => {
  const person = await auth.person()
  const { status, body } = await auth.call('POST', '/factors', {
    headers: bearer(person.accessToken),
    body: { factor_type: 'totp', friendly_name: 'My phone', issuer: 'Elsewhere' },
  })
  expect(status).toBe(200)
  const { totp } = authEnrolment.parse(body)
  expect(totp.uri).toContain(`secret=${totp.secret}`)
  expect(totp.uri).toContain('issuer=Elsewhere')
  expect(totp.qr_code).not.toMatch(/[#\n]/)
  const { data } = await person.client.mfa.listFactors()
  expect(data?.all).toMatchObject([{ status: 'unverified', friendly_name: 'My phone' }])
  expect(data?.totp).toEqual([])
  const own = await auth.call('GET', '/user', { headers: bearer(person.accessToken) })
  expect(JSON.stringify(authUser.parse(own.body))).not.toContain(totp.secret)
  const { rows } = await auth.pool.query('select sealed_secret from auth.factors where id = $1', [
    body.id,
  ])
  expect(rows[0].sealed_secret.toString('latin1')).not.toContain(totp.secret)
})

test('a correct code raises the session to aal2, replaces its tokens and ends the other sessions', async () => {
  const person = await auth.person()
  const other = await auth.client().signInWithPassword(person)
  const { id, secret } = await enrol(person)
  await enrol(person, 'never finished')
  const challenge = await auth.call('POST', `/factors/${id}/challenge`, {
    headers: bearer(person.accessToken),
  })
  const { expires_at: expiresAt, id: challengeId } = authChallenge.parse(challenge.body)
  expect(expiresAt - Date.now() / 1_000).toBeGreaterThan(290)
  const answer = await auth.call('POST', `/factors/${id}/verify`, {
    headers: bearer(person.accessToken),
    body: { challenge_id: challengeId, code: codeOf(secret) },
  })
  expect(answer.status).toBe(200)
  const session = authSession.parse(answer.body)
  const claims = decodeJwt(session.access_token)
  expect(claims['aal']).toBe('aal2')
  expect((claims['amr'] as { method: string }[]).map((entry) => entry.method)).toEqual([
    'totp',
    'otp',
  ])
  expect(session.user.factors).toMatchObject([{ id, status: 'verified' }])
  const { rows } = await auth.pool.query(
    'select refresh_counter from auth.sessions where user_id = $1',
    [person.id],
  )
  expect(rows).toHaveLength(1)
  expect(Number(rows[0].refresh_counter)).toBe(2)
  expect(await auth.viewerOf(other.data.session?.access_token ?? '')).toBeNull()

  const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  })
  expect(decodeJwt(refreshed.body.access_token)['aal']).toBe('aal2')
  // The refresh token from before the step-up is two generations old by now.
  auth.setNow(new Date(Date.now() + 11_000))
  const old = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: person.refreshToken },
  })
  auth.setNow(null)
  expect(old.body.code).toBe('refresh_token_already_used')
})

test('a refresh token from before the second factor never continues the session', async () => {
  const refresh = (refreshToken: string) =>
    auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
  const start = Date.now()
  auth.setNow(new Date(start))
  const person = await auth.person()
  const factor = await enrol(person)
  auth.setNow(new Date(start + 3_600_000))
  // A refresh just before the step-up: its grace period for older tokens must not outlive the step-up.
  const refreshed = await refresh(person.refreshToken)
  const headers = bearer(refreshed.body.access_token)
  auth.setNow(new Date(start + 3_602_000))
  const challenge = await auth.call('POST', `/factors/${factor.id}/challenge`, { headers })
  const raised = await auth.call('POST', `/factors/${factor.id}/verify`, {
    headers,
    body: { challenge_id: challenge.body.id, code: codeOf(factor.secret) },
  })
  expect(raised.status).toBe(200)
  const { rows } = await auth.pool.query(
    'select refreshed_at from auth.sessions where user_id = $1',
    [person.id],
  )
  expect(Date.parse(rows[0].refreshed_at)).toBe(start + 3_602_000)

  const before = [person.refreshToken, refreshed.body.refresh_token]
  const refuseAll = async () => {
    for (const token of before) {
      const answer = await refresh(token)
      expect([answer.status, answer.body.code]).toEqual([400, 'refresh_token_already_used'])
    }
  }
  // Immediately, and at the end of the ten seconds: another tab may have been late, so no one is signed out.
  await refuseAll()
  auth.setNow(new Date(start + 3_612_000))
  await refuseAll()
  // The grace period of later refreshes covers only tokens from after the step-up.
  const first = await refresh(raised.body.refresh_token)
  const second = await refresh(first.body.refresh_token)
  await refuseAll()
  expect((await refresh(raised.body.refresh_token)).body.refresh_token).toBe(
    second.body.refresh_token,
  )
  expect(decodeJwt(second.body.access_token)['aal']).toBe('aal2')
  // After that, it counts as stolen.
  auth.setNow(new Date(start + 3_700_000))
  const late = await refresh(before[1] ?? '')
  expect([late.status, late.body.code]).toEqual([400, 'refresh_token_already_used'])
  const owner = await refresh(second.body.refresh_token)
  expect([owner.status, owner.body.code]).toEqual([400, 'session_not_found'])
  auth.setNow(null)
})

test('a password alone opens nothing of the product once an authenticator is active', async () => {
  const { person, factor } = await protectedPerson()
  const { data } = await auth.client().signInWithPassword(person)
  const passwordOnly = data.session?.access_token ?? ''
  expect(await auth.viewerOf(passwordOnly)).toBeNull()
  expect(await auth.viewerOf(await tokenOf(person))).toMatchObject({ id: person.id })

  const challenge = await auth.call('POST', `/factors/${factor.id}/challenge`, {
    headers: bearer(passwordOnly),
  })
  const raised = await auth.call('POST', `/factors/${factor.id}/verify`, {
    headers: bearer(passwordOnly),
    body: { challenge_id: challenge.body.id, code: codeOf(factor.secret, 1) },
  })
  expect(await auth.viewerOf(raised.body.access_token)).toMatchObject({ id: person.id })
})

test('a code counts once, and only near its time', async () => {
  // No 30 s step may begin in between, because its code would be a new one.
  auth.setNow(new Date())
  const { person, factor } = await protectedPerson()
  const verify = (code: string) =>
    person.client.mfa.challengeAndVerify({ factorId: factor.id, code })
  const failed = { status: 422, code: 'mfa_verification_failed' }
  expect((await verify(codeOf(factor.secret))).error).toMatchObject({
    ...failed,
    message: 'Invalid TOTP code entered',
  })
  expect((await verify(codeOf(factor.secret, -1))).error).toMatchObject(failed)
  expect((await verify(codeOf(factor.secret, 3))).error).toMatchObject(failed)
  expect((await verify('12345')).error).toMatchObject(failed)
  expect((await verify(codeOf(factor.secret, 1))).error).toBeNull()
  auth.setNow(null)
})

test('of fifty concurrent right answers to one challenge, one counts', async () => {
  const { person, factor } = await protectedPerson()
  const headers = bearer(await tokenOf(person))
  const { body } = await auth.call('POST', `/factors/${factor.id}/challenge`, { headers })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      auth.call('POST', `/factors/${factor.id}/verify`, {
        headers,
        body: { challenge_id: body.id, code: codeOf(factor.secret, 1) },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.body.code))).toEqual(
    new Set([undefined, 'mfa_ip_address_mismatch']),
  )
})

test('a challenge is answered within five minutes, by its own factor, from one IP address and with a code', async () => {
  const start = new Date()
  auth.setNow(start)
  const { person, factor } = await protectedPerson()
  const headers = bearer(await tokenOf(person))
  const { body } = await auth.call('POST', `/factors/${factor.id}/challenge`, { headers })
  const answer = (challengeId: unknown, code: unknown = codeOf(factor.secret, 1)) =>
    auth.call('POST', `/factors/${factor.id}/verify`, {
      headers,
      body: { challenge_id: challengeId, code },
    })
  const outcome = async (reply: ReturnType<typeof answer>) => {
    const { status, body: problem } = await reply
    return [status, problem.code]
  }
  expect(await outcome(answer(factor.id))).toEqual([422, 'mfa_factor_not_found'])
  expect(await outcome(answer('nonsense'))).toEqual([422, 'mfa_factor_not_found'])
  const second = await enrol(person, 'second')
  const stranger = await protectedPerson()
  for (const [owner, { id }] of [
    [person, second],
    [stranger.person, stranger.factor],
  ] as const) {
    const other = await auth.call('POST', `/factors/${id}/challenge`, {
      headers: bearer(await tokenOf(owner)),
    })
    expect(other.status).toBe(200)
    expect(await outcome(answer(other.body.id))).toEqual([422, 'mfa_factor_not_found'])
  }
  expect(await outcome(answer(body.id, ''))).toEqual([400, 'validation_failed'])
  await auth.pool.query(`update auth.challenges set ip = '192.0.2.7' where id = $1`, [body.id])
  expect(await outcome(answer(body.id))).toEqual([422, 'mfa_ip_address_mismatch'])
  await auth.pool.query(`update auth.challenges set ip = '127.0.0.1' where id = $1`, [body.id])
  auth.setNow(new Date(start.getTime() + AUTH_SECONDS.challenge * 1_000))
  expect(await outcome(answer(body.id))).toEqual([422, 'mfa_challenge_expired'])
  auth.setNow(new Date(start.getTime() + AUTH_SECONDS.challenge * 1_000 - 1))
  expect((await answer(body.id)).status).toBe(200)
  auth.setNow(null)
})

test('names are unique, ten factors are the maximum, and unfinished ones are deleted', async () => {
  const person = await auth.person()
  await enrol(person)
  const { error } = await person.client.mfa.enroll({ factorType: 'totp' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  for (let more = 1; more < 10; more += 1) await enrol(person, `phone ${more}`)
  const eleventh = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'last' })
  expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  auth.setNow(new Date(Date.now() + 301_000))
  await enrol(person, 'last')
  auth.setNow(null)
  expect((await person.client.mfa.listFactors()).data?.all).toHaveLength(1)
})

test.each([
  ['phone', 422, 'mfa_phone_enroll_not_enabled'],
  ['webauthn', 422, 'mfa_webauthn_enroll_not_enabled'],
  ['carrier pigeon', 400, 'validation_failed'],
  [null, 400, 'validation_failed'],
])('a factor of type %j is refused', async (type, status, code) => {
  const person = await auth.person()
  const answer = await auth.call('POST', '/factors', {
    headers: bearer(person.accessToken),
    body: { factor_type: type },
  })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a password-only session cannot change the password, address or factors of a protected account', async () => {
  const { person, factor } = await protectedPerson()
  const client = auth.client()
  await client.signInWithPassword(person)
  const level = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })

  const wanted = 'elsewhere@example.com'
  const forbidden = { status: 401, code: 'insufficient_aal' }
  expect((await client.updateUser({ password: 'another horse' })).error).toMatchObject(forbidden)
  expect((await client.updateUser({ email: wanted })).error).toMatchObject(forbidden)
  expect((await client.updateUser({ data: { colour: 'petrol' } })).error).toBeNull()
  const more = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'theirs' })
  expect(more.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  const less = await client.mfa.unenroll({ factorId: factor.id })
  expect(less.error).toMatchObject({ status: 422, code: 'insufficient_aal' })

  await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 1) })
  expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
})

test('without its authenticator an account is back at aal1', async () => {
  const { person, factor } = await protectedPerson()
  const { data, error } = await person.client.mfa.unenroll({ factorId: factor.id })
  expect([data, error]).toEqual([{ id: factor.id }, null])
  const { data: refreshed } = await person.client.refreshSession()
  const claims = decodeJwt(refreshed.session?.access_token ?? '')
  expect([claims['aal'], claims['amr']]).toMatchObject(['aal1', [{ method: 'otp' }]])
  expect(refreshed.user).not.toHaveProperty('factors')
})

test('with one of two authenticators removed, codes of the other still work', async () => {
  const { person, factor } = await protectedPerson()
  const second = await enrol(person, 'second')
  const verified = await person.client.mfa.challengeAndVerify({
    factorId: second.id,
    code: codeOf(second.secret),
  })
  expect(verified.error).toBeNull()
  expect((await person.client.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(person))).toBeNull()
  const { data } = await person.client.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '')['aal']).toBe('aal1')
  const gone = await person.client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret, 1),
  })
  expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const raised = await person.client.mfa.challengeAndVerify({
    factorId: second.id,
    code: codeOf(second.secret, 1),
  })
  expect(raised.error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(person))).toMatchObject({ id: person.id })
})

test('someone else’s factor answers 404, like an unknown one', async () => {
  const { factor } = await protectedPerson()
  const stranger = await auth.person()
  const headers = bearer(stranger.accessToken)
  for (const id of [factor.id, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
    for (const [method, path] of [
      ['POST', `/factors/${id}/challenge`],
      ['DELETE', `/factors/${id}`],
    ] as const) {
      const answer = await auth.call(method, path, { headers })
      expect([answer.status, answer.body.code]).toEqual([404, 'mfa_factor_not_found'])
    }
  }
})
