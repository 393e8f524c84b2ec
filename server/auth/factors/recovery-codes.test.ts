import { AuthClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authFactor } from '#contract/auth-schemas.ts'
import { AUTH_RATES, AUTH_SECONDS } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
beforeAll(async () => {
  auth = await startAuth({ auth: { proofSeconds: AUTH_SECONDS.freshProof } })
})
afterAll(() => auth.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const PATH = '/factors/recovery-codes'

/** A person who signed in and passed an authenticator app, all at `start`. */
async function protectedPerson() {
  at(0)
  const person = await auth.person()
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const secret = Secret.fromBase32(data.totp.secret)
  const pass = (client = person.client) =>
    client.mfa.challengeAndVerify({
      factorId: data.id,
      code: new TOTP({ secret }).generate({ timestamp: auth.now().getTime() }),
    })
  expect((await pass()).error).toBeNull()
  return { person, factorId: data.id, pass }
}

const sessionOf = async (client: TestPerson['client']) => {
  const { session } = (await client.getSession()).data
  if (session === null) throw new Error('signed out')
  return session
}
const callAs = async (client: TestPerson['client'], method: string, path = PATH, body?: unknown) =>
  auth.call(method, path, {
    headers: bearer((await sessionOf(client)).access_token),
    ...(body === undefined ? {} : { body }),
  })
const outcome = async (answer: ReturnType<typeof callAs>) => {
  const { status, body } = await answer
  return [status, body.code]
}

/** The same person, with their ten codes. */
async function personWithCodes() {
  const made = await protectedPerson()
  const { body } = await callAs(made.person.client, 'POST')
  return { ...made, codes: body.codes as string[], setId: body.id as string }
}

/** Another browser of theirs, signed in with the password only. */
async function elsewhere(person: TestPerson) {
  const client = auth.client()
  const { error } = await client.signInWithPassword(person)
  if (error) throw error
  return client
}
const use = (client: TestPerson['client'], code: string) =>
  callAs(client, 'POST', `${PATH}/verify`, { code })

test('a set has ten different codes of 80 bits, shown once and stored as hashes', async () => {
  const { person, codes, setId } = await personWithCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  const left = await callAs(person.client, 'GET')
  expect([left.status, left.body]).toEqual([
    200,
    { id: setId, type: 'recovery_code', total: 10, remaining: 10 },
  ])
  const { rows } = await auth.pool.query('select * from auth.recovery_codes where factor_id = $1', [
    setId,
  ])
  expect(rows).toHaveLength(10)
  for (const row of rows) expect(row.code_hash).toHaveLength(32)
  const { data } = await person.client.mfa.listFactors()
  expect(data?.recovery_code).toMatchObject([{ id: setId, friendly_name: 'Recovery codes' }])
  const own = await auth.call('GET', '/user', {
    headers: bearer((await sessionOf(person.client)).access_token),
  })
  for (const code of codes) expect(JSON.stringify(own.body)).not.toContain(code)
})

test('the official client generates, counts, uses, replaces and removes recovery codes', async () => {
  const { person } = await protectedPerson()
  const stored = await sessionOf(person.client)
  const client = new AuthClient({
    url: auth.url,
    autoRefreshToken: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  })
  await client.setSession(stored)
  const { recoveryCodes } = client.mfa
  const { data: made } = await recoveryCodes.generate({ friendlyName: 'Paper in the drawer' })
  expect(made).toMatchObject({ friendly_name: 'Paper in the drawer', total: 10 })
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  const passed = await recoveryCodes.verify({ code: made?.codes[0] ?? '' })
  expect(passed.error).toBeNull()
  await expect.poll(() => events).toContain('MFA_CHALLENGE_VERIFIED')
  expect((await recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
  const { data: remade } = await recoveryCodes.regenerate()
  expect(remade).toMatchObject({ id: made?.id, friendly_name: 'Paper in the drawer', total: 10 })
  expect((await recoveryCodes.unenroll()).data).toEqual({ id: made?.id })
  expect((await recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
})

test('a code passes the second factor once, however it is typed, and its owner is mailed', async () => {
  const { person, codes } = await personWithCodes()
  const [code = ''] = codes
  const client = await elsewhere(person)
  const before = (await sessionOf(client)).access_token
  expect(await auth.viewerOf(before)).toBeNull()
  const typed = ` ${(code.match(/.{4}/g) ?? []).join('-').toUpperCase()} `
  const { status, body } = await use(client, typed)
  expect(status).toBe(200)
  const claims = decodeJwt(body.access_token)
  expect([claims['aal'], claims['amr']]).toMatchObject([
    'aal2',
    [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  ])
  expect(await auth.viewerOf(body.access_token)).toMatchObject({ id: person.id })
  const [mail] = await auth.mailsTo(person.email)
  expect(mail?.subject).toContain('A recovery code of your')
  expect(mail?.text).toContain('9 of your codes are left.')
  const { rows } = await auth.pool.query(
    'select act from account_log where profile_id = $1 order by created_at, id',
    [person.id],
  )
  expect(rows.map(({ act }) => act)).toContain('recovery_code_used')

  const again = await elsewhere(person)
  expect(await outcome(use(again, code))).toEqual([422, 'mfa_verification_failed'])
  expect((await auth.mailsTo(person.email))[0]?.text).toBe(mail?.text)
})

test('a code typed with O for 0 and l for 1 is accepted', async () => {
  const { person, setId } = await personWithCodes()
  await auth.pool.query('delete from auth.recovery_codes where factor_id = $1', [setId])
  // A set with a code that contains a zero and a one, hashed by the product's own hash.
  let codes: string[] = []
  do {
    codes = (await callAs(person.client, 'POST', `${PATH}/regenerate`)).body.codes as string[]
  } while (!codes.some((code) => code.includes('0') && code.includes('1')))
  const code = codes.find((one) => one.includes('0') && one.includes('1')) ?? ''
  const client = await elsewhere(person)
  const read = code.replace('0', 'O').replace('1', 'l')
  expect((await use(client, read)).status).toBe(200)
})

test('of twenty sessions that give one code at once, one passes', async () => {
  const { person, codes } = await personWithCodes()
  const clients = await Promise.all(Array.from({ length: 20 }, () => elsewhere(person)))
  // Read before the race: a client refreshes its session first, and the code that passes ends the other sessions.
  const sessions = await Promise.all(clients.map(sessionOf))
  const answers = await Promise.all(
    sessions.map(({ access_token: token }) =>
      auth.call('POST', `${PATH}/verify`, {
        headers: bearer(token),
        body: { code: codes[3] ?? '' },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an unknown code and someone else’s code are refused the same way', async () => {
  const mine = await personWithCodes()
  const theirs = await personWithCodes()
  const client = await elsewhere(mine.person)
  const failed = [422, 'mfa_verification_failed']
  for (const code of [theirs.codes[0] ?? '', '0', `${mine.codes[0] ?? ''}0`, 'a'.repeat(5_000)])
    expect(await outcome(use(client, code))).toEqual(failed)
  expect(await outcome(use(client, ''))).toEqual([400, 'validation_failed'])
  expect((await callAs(theirs.person.client, 'GET')).body.remaining).toBe(10)
})

test('new codes make all old ones worthless', async () => {
  const { person, codes, setId } = await personWithCodes()
  const { body } = await callAs(person.client, 'POST', `${PATH}/regenerate`)
  expect(body).toMatchObject({ id: setId, total: 10 })
  const client = await elsewhere(person)
  expect(await outcome(use(client, codes[1] ?? ''))).toEqual([422, 'mfa_verification_failed'])
  expect((await use(client, body.codes[1])).status).toBe(200)
})

test.each([
  ['POST', PATH],
  ['POST', `${PATH}/regenerate`],
  ['DELETE', PATH],
])('%s %s needs a second factor, proven within five minutes', async (method, path) => {
  const { person, pass } =
    path === PATH && method === 'POST' ? await protectedPerson() : await personWithCodes()
  const half = await elsewhere(person)
  expect(await outcome(callAs(half, method, path))).toEqual([403, 'insufficient_aal'])
  at(AUTH_SECONDS.freshProof)
  expect(await outcome(callAs(person.client, method, path))).toEqual([403, 'proof_needed'])
  expect((await pass()).error).toBeNull()
  at(AUTH_SECONDS.freshProof * 2 - 1)
  expect((await callAs(person.client, method, path)).status).toBe(200)
})

test('recovery codes require another factor, and are removed with the last one', async () => {
  at(0)
  const bare = await auth.person()
  await auth.pool.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [bare.id])
  expect(await outcome(callAs(bare.client, 'POST'))).toEqual([
    422,
    'mfa_recovery_codes_sole_factor',
  ])

  const { person, factorId } = await personWithCodes()
  expect(await outcome(callAs(person.client, 'POST'))).toEqual([422, 'mfa_verified_factor_exists'])
  expect((await person.client.mfa.unenroll({ factorId })).error).toBeNull()
  const { data } = await person.client.refreshSession()
  expect(data.user).not.toHaveProperty('factors')
  expect(decodeJwt(data.session?.access_token ?? '')['aal']).toBe('aal1')
  expect(await auth.viewerOf(data.session?.access_token ?? '')).toMatchObject({ id: person.id })
})

test('removing the factor also leaves a session raised by a recovery code with only its password', async () => {
  const { person, codes, factorId } = await personWithCodes()
  const client = await elsewhere(person)
  const { body } = await use(client, codes[0] ?? '')
  await client.setSession(body)
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  const { data } = await client.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '')['amr']).toMatchObject([{ method: 'password' }])
})

test('an administrator who removes the last factor removes the codes with it', async () => {
  const { person, factorId, setId } = await personWithCodes()
  const headers = bearer(await auth.serviceToken())
  const listed = await auth.call('GET', `/admin/users/${person.id}/factors`, { headers })
  const ids = listed.body.map((factor: unknown) => authFactor.parse(factor).id)
  expect(ids.toSorted()).toEqual([factorId, setId].toSorted())
  await auth.call('DELETE', `/admin/users/${person.id}/factors/${factorId}`, { headers })
  const after = await auth.call('GET', `/admin/users/${person.id}/factors`, { headers })
  expect(after.body).toEqual([])
})

test('a set of recovery codes can be neither challenged nor verified as an authenticator app', async () => {
  const { person, setId } = await personWithCodes()
  const missing = [404, 'mfa_factor_not_found']
  expect(await outcome(callAs(person.client, 'POST', `/factors/${setId}/challenge`))).toEqual(
    missing,
  )
  const verify = callAs(person.client, 'POST', `/factors/${setId}/verify`, {
    challenge_id: setId,
    code: '123456',
  })
  expect(await outcome(verify)).toEqual(missing)
})

test('ten wrong codes lock the recovery codes for a while, and the authenticator app still works', async () => {
  const strict = await startAuth({
    config: { authTestLimits: false, publicUrl: auth.siteUrl },
    on: auth,
  })
  try {
    const { person, codes, pass } = await personWithCodes()
    const client = await elsewhere(person)
    const headers = bearer((await sessionOf(client)).access_token)
    const guess = async (code: string) => {
      const answer = await strict.call('POST', `${PATH}/verify`, { headers, body: { code } })
      return [answer.status, answer.body.code]
    }
    strict.setNow(start)
    for (let tries = 0; tries < AUTH_RATES.attempts.burst; tries += 1)
      expect(await guess('0')).toEqual([422, 'mfa_verification_failed'])
    expect(await guess(codes[0] ?? '')).toEqual([429, 'mfa_recovery_codes_locked'])
    at(60)
    expect((await pass(client)).error).toBeNull()
    const { refill, seconds } = AUTH_RATES.attempts
    const next = new Date(start.getTime() + (seconds / refill) * 1_000)
    strict.setNow(new Date(next.getTime() - 1))
    expect(await guess(codes[0] ?? '')).toEqual([429, 'mfa_recovery_codes_locked'])
    strict.setNow(next)
    expect(await guess(codes[0] ?? '')).toEqual([200, undefined])
  } finally {
    await strict.close()
  }
})
