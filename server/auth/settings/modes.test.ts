import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authSession, authUser } from '#contract/auth-schemas.ts'
import type { Config } from '#server/config/config.ts'
import { type QueuedMail, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import type { AuthConfig } from '#server/config/auth-config.ts'

let usual: TestAuth
let auth: TestAuth | null = null
beforeAll(async () => {
  usual = await startAuth()
})
afterEach(async () => {
  await auth?.close()
  auth = null
})
afterAll(() => usual.close())
/** The service in a given mode, torn down after the test. All of them share a database. */
async function start(modes: Partial<AuthConfig>, config: Partial<Config> = {}): Promise<TestAuth> {
  auth = await startAuth({ auth: modes, config, on: usual })
  return auth
}
const password = 'correct horse'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('auto-confirm confirms an account immediately, but a change of address must still be confirmed', async () => {
  const service = await start({ autoconfirm: true })
  const email = uniqueEmail()
  const answer = await service.call('POST', '/signup', {
    body: { email, password, data: { role: 'seller' } },
  })
  expect(answer.status).toBe(200)
  const session = authSession.parse(answer.body)
  expect(await service.viewerOf(session.access_token)).toMatchObject({ email, role: 'seller' })
  const again = await service.call('POST', '/signup', { body: { email, password } })
  expect([again.status, again.body]).toEqual([
    422,
    { code: 'user_already_exists', message: 'User already registered' },
  ])
  const changed = await service.call('PUT', '/user', {
    headers: bearer(session.access_token),
    body: { email: `new.${email}` },
  })
  expect(changed.body).toMatchObject({ email, new_email: `new.${email}` })
  expect(await service.viewerOf(session.access_token)).toMatchObject({ email })
  for (const address of [`new.${email}`, email]) {
    const [mail, ...more] = await service.mailsTo(address)
    expect(more).toEqual([])
    await service.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: mail?.token },
    })
  }
  expect(await service.viewerOf(session.access_token)).toMatchObject({ email: `new.${email}` })
  const { body } = await service.call('GET', '/settings')
  expect(body).toMatchObject({ mailer_autoconfirm: true, disable_signup: false })
})

test.each([true, false])(
  'the mails about a change of address say whether both mailboxes must confirm (both: %s)',
  async (secureEmailChange) => {
    const service = await start({ secureEmailChange, anonymous: true })
    const person = await service.person()
    const next = uniqueEmail('next')
    await person.client.updateUser({ email: next })
    const mails = [...(await service.mailsTo(next)), ...(await service.mailsTo(person.email))]
    const changes = mails.filter(({ subject }) => subject.includes('new email'))
    expect(changes).toHaveLength(secureEmailChange ? 2 : 1)
    for (const { text } of changes) expect(/\bboth\b/.test(text)).toBe(secureEmailChange)
    // For an account without an address, only the new one is asked to confirm, in either mode.
    const client = service.client()
    await client.signInAnonymously()
    const first = uniqueEmail('first')
    await client.updateUser({ email: first })
    const [mail] = await service.mailsTo(first)
    expect(mail?.text).toContain('The change happens when you confirm it.')
  },
)

test('an anonymous person has a session, no profile, and becomes permanent with an address', async () => {
  const service = await start({ anonymous: true })
  const client = service.client()
  const { data, error } = await client.signInAnonymously({ options: { data: { cart: 3 } } })
  expect(error).toBeNull()
  const user = authUser.parse(data.user)
  expect(user).toMatchObject({ is_anonymous: true, user_metadata: { cart: 3 }, identities: [] })
  expect(user.user_metadata).toEqual({ cart: 3 })
  expect(await service.viewerOf(data.session?.access_token ?? '')).toBeNull()
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'no_authorization',
  })
  expect((await client.updateUser({ password })).error).toMatchObject({
    status: 422,
    code: 'validation_failed',
  })
  expect((await client.reauthenticate()).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Reauthentication requires the user to have an email or a phone number',
  })

  const email = uniqueEmail('named')
  await client.updateUser({ email })
  const mail = (await service.mailsTo(email))[0]
  const named = await service.client().verifyOtp({
    type: 'email_change',
    token_hash: mail?.token ?? '',
  })
  expect(named.error).toBeNull()
  expect(named.data.user).toMatchObject({ id: user.id, email, is_anonymous: false })
  expect(await service.viewerOf(named.data.session?.access_token ?? '')).toMatchObject({ email })
})

test.each([false, true])(
  'an anonymous person adds an address and a password together (auto-confirm: %s)',
  async (autoconfirm) => {
    const service = await start({
      anonymous: true,
      autoconfirm,
      currentPassword: true,
      securePasswordChange: true,
    })
    const client = service.client()
    const { data } = await client.signInAnonymously()
    // This also holds days later, when other accounts would have to prove a mailbox first.
    await service.pool.query(
      `update auth.sessions set created_at = created_at - interval '25 hours'`,
    )
    const email = uniqueEmail('together')
    const weak = await client.updateUser({ email, password: 'short' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
    const { error } = await client.updateUser({ email, password })
    expect(error).toBeNull()
    const signIn = () => service.client().signInWithPassword({ email, password })
    const early = await signIn()
    expect(early.error?.code).toBe(autoconfirm ? undefined : 'invalid_credentials')
    const mails = (await service.mailsTo(email)).filter(({ link }) =>
      link.searchParams.has('token'),
    )
    expect(mails).toHaveLength(autoconfirm ? 0 : 1)
    for (const mail of mails)
      await service.client().verifyOtp({ type: 'email_change', token_hash: mail.token })
    const { data: named } = await signIn()
    expect(named.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
    expect(await service.viewerOf(named.session?.access_token ?? '')).toMatchObject({ email })
  },
)

test('an anonymous person cannot take an address that already has an account', async () => {
  const service = await start({ anonymous: true, autoconfirm: true })
  const email = uniqueEmail()
  await service.call('POST', '/signup', { body: { email, password } })
  const client = service.client()
  await client.signInAnonymously()
  const { error } = await client.updateUser({ email, password: 'another horse' })
  expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await service.client().signInWithPassword({ email, password })).error).toBeNull()
})

test('anonymous sign-in is disabled by default', async () => {
  const service = await start({})
  const { error } = await service.client().signInAnonymously()
  expect(error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  })
})

test('with sign-ups off no account is created, and a link request does not reveal if an address is known', async () => {
  const known = await usual.person()
  const service = await start({ signups: false, anonymous: true })
  const people = async () => (await service.pool.query('select 1 from auth.users')).rowCount
  const before = await people()
  const email = uniqueEmail()
  for (const body of [{ email, password }, {}]) {
    const answer = await service.call('POST', '/signup', { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'signup_disabled'])
  }
  const linkTo = async (address: string) => {
    const { status, body, headers } = await service.call('POST', '/otp', {
      body: { email: address },
    })
    return { status, body, headers: [...headers.keys()] }
  }
  const { length: mailsBefore } = await service.mailsTo(known.email)
  const unknown = await linkTo(email)
  expect([unknown.status, unknown.body]).toEqual([200, {}])
  expect(await linkTo(known.email)).toEqual(unknown)
  expect(await service.mailsTo(known.email)).toHaveLength(mailsBefore + 1)
  expect(await service.mailsTo(email)).toEqual([])
  expect(await people()).toBe(before)
  expect((await service.call('GET', '/settings')).body.disable_signup).toBe(true)
})

test('every rule a password breaks is named', async () => {
  const service = await start({
    passwordMinLength: 10,
    passwordCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'],
    commonPasswords: true,
  })
  const reasonsFor = async (text: string) => {
    const { status, body } = await service.call('POST', '/signup', {
      body: { email: uniqueEmail(), password: text },
    })
    return [status, body.weak_password?.reasons]
  }
  expect(await reasonsFor('Sunshine')).toEqual([422, ['length', 'characters', 'pwned']])
  expect(await reasonsFor('P4ssw0rd123!')).toEqual([422, ['pwned']])
  expect(await reasonsFor('Cartwright2026')).toEqual([422, ['pwned']])
  expect(await reasonsFor('abababababab1'.slice(0, 12))).toEqual([422, ['characters', 'pwned']])
  expect(await reasonsFor('correct horse 7')).toEqual([200, undefined])
  expect(await reasonsFor('käse zum frühstück 7')).toEqual([200, undefined])
})

test('a password that no longer meets the rules still signs in, with a warning', async () => {
  const service = await start({ passwordMinLength: 12 })
  const person = await service.person({ password: 'correct horse' })
  const lenient = await startAuth()
  try {
    const weak = await lenient.person({ password: 'simple' })
    const { rows } = await lenient.pool.query(
      'select password_hash from auth.users where id = $1',
      [weak.id],
    )
    await service.pool.query('update auth.users set password_hash = $1 where id = $2', [
      rows[0].password_hash,
      person.id,
    ])
  } finally {
    await lenient.close()
  }
  const { status, body } = await service.call('POST', '/token?grant_type=password', {
    body: { email: person.email, password: 'simple' },
  })
  expect(status).toBe(200)
  expect(authSession.parse(body).weak_password).toEqual({
    message: 'Password should be at least 12 characters.',
    reasons: ['length'],
  })
})

test('an old session changes its password only with a mailed code, which works once', async () => {
  const service = await start({ securePasswordChange: true })
  const person = await service.person()
  expect((await person.client.updateUser({ password: 'fresh enough' })).error).toBeNull()
  await service.pool.query(`update auth.sessions set created_at = created_at - interval '25 hours'`)
  const change = (text: string, nonce?: string) =>
    person.client.updateUser({ password: text, ...(nonce === undefined ? {} : { nonce }) })
  expect((await change('another horse')).error).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
  })
  expect((await person.client.reauthenticate()).error).toBeNull()
  const mail = (await service.mailsTo(person.email)).find((sent) =>
    sent.subject.includes('confirmation code'),
  )
  const code = mail?.code ?? ''
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await change('another horse', wrong)).error).toMatchObject({
    status: 422,
    code: 'reauthentication_not_valid',
  })
  const asLink = await service.call('POST', '/verify', {
    body: { type: 'email', email: person.email, token: code },
  })
  expect(asLink.body.code).toBe('otp_expired')
  expect((await change('another horse', code)).error).toBeNull()
  expect((await change('a third horse', code)).error?.code).toBe('reauthentication_not_valid')
})

test('where required, changing the password needs the current one', async () => {
  const service = await start({ currentPassword: true })
  const person = await service.person()
  const { data } = await service.client().signInWithPassword(person)
  const change = async (current?: string) => {
    const { status, body } = await service.call('PUT', '/user', {
      headers: bearer(data.session?.access_token ?? ''),
      body: { password: 'another horse', current_password: current },
    })
    return [status, body.code]
  }
  expect(await change()).toEqual([400, 'current_password_required'])
  expect(await change('wrong horse')).toEqual([400, 'current_password_invalid'])
  expect(await change(person.password)).toEqual([200, undefined])
})

/** What a browser does with a mail: it opens its link or enters its code. */
async function openMail(
  client: ReturnType<TestAuth['client']>,
  way: string,
  email: string,
  mail: QueuedMail | undefined,
): Promise<void> {
  if (way === 'code') {
    await client.verifyOtp({ type: 'recovery', email, token: mail?.code ?? '' })
    return
  }
  const link = new URL(mail?.link ?? '')
  link.searchParams.delete('via')
  const landing = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  if (way !== 'implicit link') {
    await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
    return
  }
  const tokens = new URLSearchParams(landing.hash.slice(1))
  await client.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  })
}

test.each(['link', 'code', 'implicit link', 'magic link'] as const)(
  'a session opened from a mail can set a new password without the current one (%s)',
  async (way) => {
    const service = await start({ currentPassword: true })
    const person = await service.person()
    const client = service.client(way === 'implicit link' ? 'implicit' : 'pkce')
    if (way === 'magic link') await client.signInWithOtp({ email: person.email })
    else await client.resetPasswordForEmail(person.email)
    const mail = (await service.mailsTo(person.email))[0]
    await openMail(client, way, person.email, mail)
    expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
    // Also after the session was refreshed, and never for one that a password opened.
    await client.refreshSession()
    expect((await client.updateUser({ password: 'a third horse' })).error).toBeNull()
    const usualOne = service.client()
    await usualOne.signInWithPassword({ email: person.email, password: 'a third horse' })
    expect((await usualOne.updateUser({ password: 'a fourth horse' })).error?.code).toBe(
      'current_password_required',
    )
  },
)

test('the interval and the number of mails are configurable', async () => {
  const service = await start({ mailInterval: 5, mailsPerNetwork: 3 })
  const now = new Date()
  service.setNow(now)
  const ask = async (email: string) =>
    (await service.call('POST', '/recover', { body: { email } })).body
  const email = uniqueEmail()
  expect(await ask(email)).toEqual({})
  expect((await ask(email)).message).toMatch(/after 5 seconds/)
  service.setNow(new Date(now.getTime() + 5_000))
  expect(await ask(email)).toEqual({})
  expect(await ask(uniqueEmail())).toEqual({
    code: 'over_email_send_rate_limit',
    message: 'email rate limit exceeded',
  })
})

test('the service works under another base path, which its tokens carry in their issuer', async () => {
  const service = await start({ basePath: '/identity' })
  expect(service.url).toMatch(/\/identity$/)
  const person = await service.person()
  const claims = JSON.parse(
    Buffer.from(person.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  )
  expect(claims.iss).toBe(service.url)
  expect(await service.viewerOf(person.accessToken)).toMatchObject({ id: person.id })
})

test.each(['ES256', 'RS256'])(
  'a configured %s key signs and verifies the service’s tokens',
  async (alg) => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-key-'))
    const file = join(folder, 'key.json')
    const pair = await generateKeyPair(alg, { extractable: true })
    writeFileSync(
      file,
      JSON.stringify({ ...(await exportJWK(pair.privateKey)), kid: `fixed-${alg}`, alg }),
    )
    try {
      const service = await start({ signingKeyFile: file })
      const person = await service.person()
      expect(decodeProtectedHeader(person.accessToken)).toEqual({
        alg,
        kid: `fixed-${alg}`,
        typ: 'JWT',
      })
      const keys = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`))
      const { payload } = await jwtVerify(person.accessToken, keys, { issuer: service.url })
      expect(payload.sub).toBe(person.id)
      expect((await person.client.getClaims()).data?.claims.sub).toBe(person.id)
      expect(await service.viewerOf(person.accessToken)).toMatchObject({ id: person.id })
      // An operator's own tool, which specifies neither key nor issuer.
      const token = await new SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg })
        .sign(pair.privateKey)
      expect((await service.call('GET', '/admin/users', { headers: bearer(token) })).status).toBe(
        200,
      )
      const user = await service.call('GET', '/user', { headers: bearer(token) })
      expect([user.status, user.body.code]).toEqual([403, 'bad_jwt'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('sign-in methods that are not offered are refused as disabled', async () => {
  const service = await start({})
  const outcome = async (method: string, path: string) => {
    const { status, body } = await service.call(method, path, { body: {} })
    return [status, body.code]
  }
  expect(await outcome('POST', '/token?grant_type=web3')).toEqual([422, 'web3_provider_disabled'])
  expect(await outcome('POST', '/sso')).toEqual([404, 'saml_provider_disabled'])
  expect(await outcome('POST', '/passkeys/registration/options')).toEqual([404, 'passkey_disabled'])
  const idToken = await service.call('POST', '/token?grant_type=id_token', { body: {} })
  expect(idToken.status).toBe(400)
  expect(idToken.body.message).toContain('not enabled')
})
