import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_LIMITS, AUTH_SECONDS } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import {
  type Deviation,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#tests/support/authenticator.ts'

const SITE = 'https://market.example'
let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
beforeAll(async () => {
  auth = await startAuth({
    config: { publicUrl: SITE },
    auth: { proofSeconds: AUTH_SECONDS.freshProof },
  })
})
afterAll(() => auth.close())

type Client = TestPerson['client']
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const tokenOf = async (client: Client) => {
  const { session } = (await client.getSession()).data
  if (session === null) throw new Error('signed out')
  return session.access_token
}
const mailSubjects = async (person: TestPerson) =>
  (await auth.mailsTo(person.email)).map(({ subject }) => subject)
const logOf = async ({ id }: TestPerson) => {
  const { rows } = await auth.pool.query<{ act: string }>(
    `select act from account_log where profile_id = $1 and act like 'passkey%' order by created_at`,
    [id],
  )
  return rows.map(({ act }) => act)
}

/** Adds a passkey with the official client's two calls. */
async function register(
  client: Client,
  authenticator: SoftwareAuthenticator,
  deviation?: Deviation,
) {
  const begun = await client.passkey.startRegistration()
  if (begun.error) return begun
  const credential = authenticator.create(begun.data.options, deviation)
  return client.passkey.verifyRegistration({
    challengeId: begun.data.challenge_id,
    credential,
  })
}

/** Signs a client in with the official client's two calls. */
async function signIn(client: Client, authenticator: SoftwareAuthenticator, deviation?: Deviation) {
  const begun = await client.passkey.startAuthentication()
  if (begun.error) return begun
  const credential = authenticator.get(begun.data.options, deviation)
  return client.passkey.verifyAuthentication({
    challengeId: begun.data.challenge_id,
    credential,
  })
}

/** Someone who signed in at `start` and has a passkey. */
async function personWithPasskey(options?: { synced: boolean }) {
  at(0)
  const person = await auth.person()
  const authenticator = softwareAuthenticator(SITE, options)
  const { data, error } = await register(person.client, authenticator)
  if (error || data === null) throw error ?? new Error('no passkey')
  return { person, authenticator, id: (data as { id: string }).id }
}

async function protect(client: Client) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
    timestamp: auth.now().getTime(),
  })
  const passed = await client.mfa.challengeAndVerify({ factorId: data.id, code })
  expect(passed.error).toBeNull()
  return data.id
}

test('a passkey signs its owner in at aal2, and the sign-in options list no credentials', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  const browser = auth.client()
  const begun = await browser.passkey.startAuthentication()
  expect(begun.data?.options).toMatchObject({
    rpId: 'market.example',
    userVerification: 'required',
  })
  expect(begun.data?.options.allowCredentials ?? []).toEqual([])

  at(60)
  const { data, error } = await signIn(browser, authenticator)
  expect(error).toBeNull()
  const { session, user } = data as { session: { access_token: string }; user: { id: string } }
  expect(user.id).toBe(person.id)
  const claims = decodeJwt(session.access_token)
  expect([claims['aal'], claims['amr']]).toEqual([
    'aal2',
    [{ method: 'passkey', timestamp: start.getTime() / 1_000 + 60 }],
  ])
  expect(await auth.viewerOf(session.access_token)).toMatchObject({ id: person.id })
  expect((await browser.passkey.list()).data).toEqual([
    {
      id,
      friendly_name: 'Unknown device',
      created_at: '2026-11-20T12:00:00Z',
      last_used_at: '2026-11-20T12:01:00Z',
    },
  ])
})

test('signing in with a passkey needs no code, even with an authenticator app', async () => {
  const { person, authenticator } = await personWithPasskey()
  await protect(person.client)
  const browser = auth.client()
  expect((await signIn(browser, authenticator)).error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(browser))).toMatchObject({ id: person.id })
})

test('options bind a passkey to our host name and this account, and require user verification', async () => {
  const { person, authenticator } = await personWithPasskey()
  const { data } = await person.client.passkey.startRegistration()
  expect(data?.options).toMatchObject({
    rp: { id: 'market.example' },
    user: {
      id: Buffer.from(person.id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: person.email,
    },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.keys[0]?.id }],
  })
  expect(data?.expires_at).toBe(start.getTime() / 1_000 + AUTH_SECONDS.challenge)
})

const WRONG: readonly [what: string, Deviation][] = [
  ['another site', { origin: 'https://market.example.evil.test' }],
  ['another port of ours', { origin: `${SITE}:8443` }],
  ['another site’s passkey', { rpId: 'evil.test' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no verified user', { unverified: true }],
]

test.each(WRONG)('a new passkey is refused: %s', async (_what, deviation) => {
  at(0)
  const person = await auth.person()
  const { error } = await register(person.client, softwareAuthenticator(SITE), deviation)
  expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
  expect((await person.client.passkey.list()).data).toEqual([])
})

test.each([
  ['a signature in place of a key', { type: 'webauthn.get' }],
  ['certificates of its maker', { format: 'fido-u2f' }],
] as [string, Deviation][])('a new passkey is refused: %s', async (_what, deviation) => {
  at(0)
  const person = await auth.person()
  const { error } = await register(person.client, softwareAuthenticator(SITE), deviation)
  expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
})

test.each([
  ...WRONG,
  ['a count that did not grow', { count: 1 }],
  ['a count that fell back', { count: 0 }],
  ['a key in place of a signature', { type: 'webauthn.create' }],
  ['another person’s id', { userHandle: Buffer.alloc(16).toString('base64url') }],
] as [string, Deviation][])('a sign-in is refused: %s', async (_what, deviation) => {
  const { authenticator } = await personWithPasskey()
  expect((await signIn(auth.client(), authenticator)).error).toBeNull()
  const browser = auth.client()
  const { error } = await signIn(browser, authenticator, deviation)
  expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
  expect((await browser.getSession()).data.session).toBeNull()
})

test('a synced passkey without a counter can sign in repeatedly', async () => {
  const { authenticator } = await personWithPasskey({ synced: true })
  for (const browser of [auth.client(), auth.client()])
    expect((await signIn(browser, authenticator)).error).toBeNull()
})

test('a passkey cannot sign in to someone else’s account', async () => {
  const { authenticator: hers } = await personWithPasskey()
  const { authenticator: mine } = await personWithPasskey()
  const stolen = hers.keys[0]
  // Her passkey's name with a signature by one's own passkey, and the other way round.
  const named = await signIn(auth.client(), mine, {
    id: stolen?.id ?? '',
    userHandle: stolen?.userHandle ?? '',
  })
  expect(named.error).toMatchObject({ code: 'webauthn_verification_failed' })
  const unknown = await signIn(auth.client(), mine, { id: 'AAAAAAAAAAAAAAAAAAAAAA' })
  expect(unknown.error).toMatchObject({ status: 400, code: 'webauthn_credential_not_found' })
})

test('a passkey that some account has cannot be added to another', async () => {
  const { authenticator } = await personWithPasskey()
  const thief = await auth.person()
  const { error } = await register(thief.client, softwareAuthenticator(SITE), {
    id: authenticator.keys[0]?.id ?? '',
  })
  expect(error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
  expect((await signIn(auth.client(), authenticator)).error).toBeNull()
})

test('a challenge is answered once, even by fifty concurrent requests, and a wrong answer uses it up', async () => {
  const { authenticator } = await personWithPasskey()
  const begun = await auth.client().passkey.startAuthentication()
  if (begun.error) throw begun.error
  const body = {
    challenge_id: begun.data.challenge_id,
    credential: authenticator.get(begun.data.options),
  }
  const outcome = async () => {
    const answer = await auth.call('POST', '/passkeys/authentication/verify', { body })
    return answer.status === 200 ? 'in' : `${answer.status} ${answer.body.code}`
  }
  const outcomes = await Promise.all(Array.from({ length: 50 }, outcome))
  expect(outcomes.filter((one) => one === 'in')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['in', '400 webauthn_challenge_not_found']))

  const again = await auth.client().passkey.startAuthentication()
  if (again.error) throw again.error
  const answer = (deviation: Deviation) =>
    auth.client().passkey.verifyAuthentication({
      challengeId: again.data.challenge_id,
      credential: authenticator.get(again.data.options, deviation),
    })
  expect((await answer({ unverified: true })).error?.code).toBe('webauthn_verification_failed')
  expect((await answer({})).error?.code).toBe('webauthn_challenge_not_found')
})

test('a challenge lives for five minutes, and is stored as a hash', async () => {
  const { authenticator } = await personWithPasskey()
  const browser = auth.client()
  const begun = await browser.passkey.startAuthentication()
  if (begun.error) throw begun.error
  const { rows } = await auth.pool.query<Record<string, unknown>>(
    'select * from auth.passkey_challenges where id = $1',
    [begun.data.challenge_id],
  )
  const challenge = Buffer.from(begun.data.options.challenge, 'base64url')
  expect(challenge).toHaveLength(32)
  const stored = rows[0]?.['challenge_hash'] as Buffer
  expect(stored).toHaveLength(32)
  expect(stored.equals(challenge)).toBe(false)
  at(AUTH_SECONDS.challenge)
  const late = await browser.passkey.verifyAuthentication({
    challengeId: begun.data.challenge_id,
    credential: authenticator.get(begun.data.options),
  })
  expect(late.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
})

test('a challenge must be answered by the session, from the IP address and for the purpose it was issued to', async () => {
  const { person, authenticator } = await personWithPasskey()
  const elsewhere = auth.client()
  expect((await elsewhere.signInWithPassword(person)).error).toBeNull()
  const begun = await person.client.passkey.startRegistration()
  if (begun.error) throw begun.error
  const credential = softwareAuthenticator(SITE).create(begun.data.options)
  const { challenge_id: challengeId } = begun.data
  const other = await elsewhere.passkey.verifyRegistration({ challengeId, credential })
  expect(other.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' })

  const signing = await auth.client().passkey.startAuthentication()
  if (signing.error) throw signing.error
  const mixed = await person.client.passkey.verifyRegistration({
    challengeId: signing.data.challenge_id,
    credential,
  })
  expect(mixed.error?.code).toBe('webauthn_challenge_not_found')
  await auth.pool.query(`update auth.passkey_challenges set ip = '192.0.2.7' where id = $1`, [
    signing.data.challenge_id,
  ])
  const moved = await auth.client().passkey.verifyAuthentication({
    challengeId: signing.data.challenge_id,
    credential: authenticator.get(signing.data.options),
  })
  expect(moved.error?.code).toBe('webauthn_challenge_not_found')
})

test('neither a banned person nor a deleted account signs in with a passkey', async () => {
  const banned = await personWithPasskey()
  await auth.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    banned.person.id,
  ])
  const refused = await signIn(auth.client(), banned.authenticator)
  expect(refused.error).toMatchObject({ status: 403, code: 'user_banned' })

  const gone = await personWithPasskey()
  const headers = bearer(await auth.serviceToken())
  const path = `/admin/users/${gone.person.id}`
  const body = { should_soft_delete: true }
  expect((await auth.call('DELETE', path, { headers, body })).status).toBe(200)
  const unknown = await signIn(auth.client(), gone.authenticator)
  expect(unknown.error).toMatchObject({ code: 'webauthn_credential_not_found' })
  const { rows } = await auth.pool.query('select from auth.passkeys where user_id = $1', [
    gone.person.id,
  ])
  expect(rows).toEqual([])
})

test('adding or removing a passkey requires a fresh proof, and is logged and mailed', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  expect(await mailSubjects(person)).toContain('A passkey was added to your Cartwright account')
  at(AUTH_SECONDS.freshProof)
  const late = await register(person.client, softwareAuthenticator(SITE))
  expect(late.error).toMatchObject({ status: 403, code: 'proof_needed' })
  const removal = await person.client.passkey.delete({ passkeyId: id })
  expect(removal.error).toMatchObject({ status: 403, code: 'proof_needed' })

  const browser = auth.client()
  expect((await signIn(browser, authenticator)).error).toBeNull()
  expect((await browser.passkey.delete({ passkeyId: id })).error).toBeNull()
  expect((await browser.passkey.list()).data).toEqual([])
  expect(await logOf(person)).toEqual(['passkey_added', 'passkey_removed'])
  expect((await mailSubjects(person))[0]).toBe('A passkey was removed from your Cartwright account')
  const { error } = await signIn(auth.client(), authenticator)
  expect(error).toMatchObject({ code: 'webauthn_credential_not_found' })
  expect((await auth.client().signInWithPassword(person)).error).toBeNull()
})

test('a session opened by a removed passkey is at aal1; one proven by an app stays at aal2', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  const byPasskey = auth.client()
  expect((await signIn(byPasskey, authenticator)).error).toBeNull()
  await protect(person.client)
  expect((await person.client.passkey.delete({ passkeyId: id })).error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(byPasskey))).toBeNull()
  expect(await auth.viewerOf(await tokenOf(person.client))).toMatchObject({ id: person.id })
})

test('removing an app leaves a session opened by a passkey at aal2', async () => {
  const { person, authenticator } = await personWithPasskey()
  const factorId = await protect(person.client)
  const byPasskey = auth.client()
  expect((await signIn(byPasskey, authenticator)).error).toBeNull()
  expect((await byPasskey.mfa.unenroll({ factorId })).error).toBeNull()
  const { rows } = await auth.pool.query(
    'select aal from auth.sessions where user_id = $1 order by aal',
    [person.id],
  )
  expect(rows).toEqual([{ aal: 'aal1' }, { aal: 'aal2' }])
})

test('a password alone cannot add, rename or remove passkeys of an account with an authenticator app', async () => {
  const { person, id } = await personWithPasskey()
  await protect(person.client)
  const half = auth.client()
  expect((await half.signInWithPassword(person)).error).toBeNull()
  const outcomes = [
    await half.passkey.startRegistration(),
    await half.passkey.update({ passkeyId: id, friendlyName: 'Mine' }),
    await half.passkey.delete({ passkeyId: id }),
  ]
  for (const { error } of outcomes)
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
})

/** Answers a challenge for someone's passkeys through the official client's calls for second factors. */
async function confirm(
  client: Client,
  { factorId, authenticator }: { factorId: string; authenticator: SoftwareAuthenticator },
  deviation?: Deviation,
) {
  const begun = await client.mfa.challenge({ factorId, webauthn: { rpId: 'market.example' } })
  if (begun.error) return begun
  const { credential_options: asked } = begun.data.webauthn
  const { challenge, ...options } = asked.publicKey
  const signed = authenticator.get(
    { ...options, challenge: Buffer.from(challenge as ArrayBuffer).toString('base64url') } as never,
    deviation,
  )
  return client.mfa.verify({
    factorId,
    challengeId: begun.data.id,
    webauthn: {
      type: 'request',
      rpId: 'market.example',
      credential_response: { toJSON: () => signed } as never,
    },
  })
}

test('a passkey can replace the authenticator code, and counts as a fresh proof', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  await protect(person.client)
  const half = auth.client()
  expect((await half.signInWithPassword(person)).error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(half))).toBeNull()
  expect((await confirm(half, { factorId: id, authenticator })).error).toBeNull()
  const token = await tokenOf(half)
  expect(await auth.viewerOf(token)).toMatchObject({ id: person.id })
  expect(decodeJwt(token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] })

  at(AUTH_SECONDS.freshProof + 60)
  expect((await half.passkey.startRegistration()).error?.code).toBe('proof_needed')
  expect((await confirm(half, { factorId: id, authenticator })).error).toBeNull()
  expect((await half.passkey.startRegistration()).error).toBeNull()
})

test('confirming with a passkey does not end other sessions of an account without an app', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  const elsewhere = auth.client()
  expect((await elsewhere.signInWithPassword(person)).error).toBeNull()
  expect((await confirm(person.client, { factorId: id, authenticator })).error).toBeNull()
  expect(await auth.viewerOf(await tokenOf(elsewhere))).toMatchObject({ id: person.id })
})

test('only a person’s own passkey confirms their identity, for a challenge of this session', async () => {
  const { person, authenticator, id } = await personWithPasskey()
  const other = await personWithPasskey()
  const mine = { factorId: id, authenticator }
  const theirs = await confirm(person.client, {
    factorId: id,
    authenticator: other.authenticator,
  })
  expect(theirs.error).toMatchObject({ code: 'webauthn_credential_not_found' })
  const strangers = await confirm(person.client, { ...mine, factorId: other.id })
  expect(strangers.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  for (const [, deviation] of WRONG)
    expect((await confirm(person.client, mine, deviation)).error?.code).toBe(
      'webauthn_verification_failed',
    )
  // A challenge for signing in, which anyone may request, is not accepted.
  const door = await auth.client().passkey.startAuthentication()
  if (door.error) throw door.error
  const answer = await auth.call('POST', `/factors/${id}/verify`, {
    headers: bearer(await tokenOf(person.client)),
    body: {
      challenge_id: door.data.challenge_id,
      webauthn: { credential_response: authenticator.get(door.data.options) },
    },
  })
  expect(answer.body.code).toBe('webauthn_challenge_not_found')
})

test('a passkey has a name that only its owner can change', async () => {
  const { person, id } = await personWithPasskey()
  const rename = (client: Client, friendlyName: string, passkeyId = id) =>
    client.passkey.update({ passkeyId, friendlyName })
  expect((await rename(person.client, ' Work laptop ')).data?.friendly_name).toBe('Work laptop')
  for (const name of ['', ' ', 'a'.repeat(AUTH_LIMITS.factorName + 1), 'a\u0000b'])
    expect((await rename(person.client, name)).error?.code).toBe('validation_failed')
  const stranger = await auth.person()
  for (const passkeyId of [id, '00000000-0000-4000-8000-000000000000'])
    expect((await rename(stranger.client, 'Mine', passkeyId)).error).toMatchObject({
      status: 404,
      code: 'passkey_not_found',
    })
  const removal = await stranger.client.passkey.delete({ passkeyId: id })
  expect(removal.error).toMatchObject({ status: 404, code: 'passkey_not_found' })
  expect((await person.client.passkey.list()).data).toHaveLength(1)
})

test('an account has at most ten passkeys, even if they arrive concurrently', async () => {
  at(0)
  const person = await auth.person()
  const added = await Promise.all(
    Array.from({ length: 12 }, () => register(person.client, softwareAuthenticator(SITE))),
  )
  expect(added.filter(({ error }) => error === null)).toHaveLength(AUTH_LIMITS.passkeys)
  const { error } = await person.client.passkey.startRegistration()
  expect(error).toMatchObject({ status: 422, code: 'too_many_passkeys' })
})

test('“It was not me” removes passkeys that were added since', async () => {
  const { person, authenticator } = await personWithPasskey()
  at(10)
  const thief = auth.client()
  expect((await thief.signInWithPassword(person)).error).toBeNull()
  const mail = (await auth.mailsTo(person.email))[0]
  const token = /not-me\?token=(\w+)/.exec(mail?.text ?? '')?.[1]
  const theirs = softwareAuthenticator(SITE)
  expect((await register(thief, theirs)).error).toBeNull()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const disowned = await auth.call('POST', '/not-me', { headers: form, body: `token=${token}` })
  expect(disowned.status).toBe(200)
  expect((await signIn(auth.client(), theirs)).error?.code).toBe('webauthn_credential_not_found')
  expect((await signIn(auth.client(), authenticator)).error).toBeNull()
})

test('a malformed passkey response is refused', async () => {
  const begun = await auth.client().passkey.startAuthentication()
  const { person } = await personWithPasskey()
  const verify = (body: unknown) => auth.call('POST', '/passkeys/authentication/verify', { body })
  for (const credential of [null, 'x', {}, { id: 'a', rawId: 'a', type: 'password' }]) {
    const answer = await verify({ challenge_id: begun.data?.challenge_id, credential })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  }
  const response = { clientDataJSON: '', authenticatorData: '', signature: '' }
  const empty = { id: '!', rawId: '!', type: 'public-key', response }
  const answer = await verify({ challenge_id: 'nonsense', credential: empty })
  expect([answer.status, answer.body.code]).toEqual([400, 'webauthn_challenge_not_found'])
  const { data } = await person.client.passkey.startRegistration()
  const broken = await auth.call('POST', '/passkeys/registration/verify', {
    headers: bearer(person.accessToken),
    body: {
      challenge_id: data?.challenge_id,
      credential: { ...empty, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    },
  })
  expect([broken.status, broken.body.code]).toEqual([400, 'webauthn_verification_failed'])
})
