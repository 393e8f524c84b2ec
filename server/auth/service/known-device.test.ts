import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AUTH_RATES, AUTH_SECONDS } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson, uniqueEmail } from '#tests/support/auth.ts'
import { inRounds } from '#tests/support/rounds.ts'

/**
 * Strangers cannot lock a person out of a browser they were signed in with, and that browser allows no one more than
 * ten attempts.
 */

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))
let day = 0

beforeAll(async () => {
  auth = await startAuth({
    config: { authTestLimits: false, trustedProxies: 1 },
    auth: { mailInterval: 0, mailsPerNetwork: 1_000_000, currentPassword: true },
  })
})
afterAll(() => auth.close())
beforeEach(async () => {
  at((day += 1) * 86_400)
  await auth.pool.query('truncate auth.rate_buckets, auth.guess_buckets')
})

const cookieOf = (person: TestPerson) =>
  Array.from(auth.cookiesOf(person.client), ([name, value]) => `${name}=${value}`).join('; ')
const signIn = (
  email: string,
  password: string,
  { cookie, ip = '192.0.2.1' }: { cookie?: string; ip?: string } = {},
) =>
  auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, ...(cookie === undefined ? {} : { cookie }) },
  })
const setCookie = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((one) => one.includes('known-device')) ?? ''
const valueOf = (header: string) => header.split(';')[0] ?? ''

/** A neighbour guesses until the account accepts no more guesses from their network. */
async function neighbour(email: string) {
  await inRounds(11, () => signIn(email, 'battery staple'))
  await auth.pool.query("delete from auth.rate_buckets where key like 'token:%'")
}

/**
 * Strangers guess, in the person's own network and then everywhere, until the account accepts no more guesses from
 * anyone.
 */
async function storm(email: string) {
  await neighbour(email)
  await inRounds(92, (index) => signIn(email, 'battery staple', { ip: `198.51.100.${index}` }))
  // Only the account's limit is tested, not that of the networks the storm came from.
  await auth.pool.query("delete from auth.rate_buckets where key like 'token:%'")
}

test('a known browser can still sign in during a guessing attack, even from the guesser’s network', async () => {
  const person = await auth.person()
  const cookie = cookieOf(person)
  await person.client.signOut()
  await storm(person.email)
  expect((await signIn(person.email, person.password)).status).toBe(429)
  expect((await signIn(person.email, person.password, { ip: '203.0.113.1' })).status).toBe(429)
  expect((await signIn(person.email, person.password, { cookie })).status).toBe(200)
  // The unmodified client, whose browser keeps the cookie automatically.
  const { error } = await person.client.signInWithPassword(person)
  expect(error).toBeNull()
  const stranger = await auth.client().signInWithPassword(person)
  expect(stranger.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

test('a known browser has ten attempts of its own and no more', async () => {
  const person = await auth.person()
  const cookie = cookieOf(person)
  const statuses = []
  for (let index = 0; index < 12; index += 1)
    statuses.push(
      (await signIn(person.email, 'battery staple', { cookie, ip: `198.51.100.${index}` })).status,
    )
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect((await signIn(person.email, person.password, { cookie })).status).toBe(429)
  // It consumed none of the others' attempts.
  expect((await signIn(person.email, person.password)).status).toBe(200)
  at(day * 86_400 + AUTH_RATES.attempts.seconds)
  expect((await signIn(person.email, person.password, { cookie })).status).toBe(200)
})

test('a refresh keeps the same device, so a stolen session gains no extra password attempts', async () => {
  const person = await auth.person()
  const refresh = async (refreshToken: string) =>
    auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
  let { refreshToken } = person
  const statuses = []
  for (let round = 0; round < 12; round += 1) {
    at(day * 86_400 + round)
    const answer = await refresh(refreshToken)
    refreshToken = answer.body.refresh_token
    const cookie = valueOf(setCookie(answer))
    expect(cookie).not.toBe('')
    statuses.push((await signIn(person.email, 'battery staple', { cookie })).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  // The form that asks for the current password allows no more attempts either.
  const { data } = await auth.client().signInWithPassword(person)
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const wrong = { password: 'another horse', current_password: 'battery staple' }
  const changes = []
  for (let round = 0; round < 11; round += 1)
    changes.push((await auth.call('PUT', '/user', { headers, body: wrong })).body.code)
  expect(changes).toEqual([
    ...Array<string>(10).fill('current_password_invalid'),
    'over_request_rate_limit',
  ])
})

test('a cookie counts for its own account, until it expires, and only unmodified', async () => {
  const [one, other] = [await auth.person(), await auth.person()]
  const cookie = cookieOf(one)
  const value = cookie.split('=')[1] ?? ''
  const [id = '', since = '', mac = ''] = value.split('.')
  await storm(one.email)
  const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  const forged = [
    `${flip(id)}.${since}.${mac}`,
    `${id}.${flip(since)}.${mac}`,
    `${id}.${since}.${flip(mac)}`,
    `${id}.${since}.`,
    `~~${id}~${mac}`,
    'known',
    '',
    Array.from({ length: 6 }, () => `${id}.${since}.${flip(mac)}`).join('~'),
    cookieOf(other).split('=')[1] ?? '',
  ]
  for (const wrong of forged)
    expect(
      (await signIn(one.email, one.password, { cookie: `known-device=${wrong}` })).status,
    ).toBe(429)
  expect((await signIn(one.email, one.password, { cookie })).status).toBe(200)

  at(day * 86_400 + AUTH_SECONDS.knownDevice - 1)
  await neighbour(one.email)
  expect((await signIn(one.email, one.password, { cookie })).status).toBe(200)
  at(day * 86_400 + AUTH_SECONDS.knownDevice)
  await neighbour(one.email)
  expect((await signIn(one.email, one.password, { cookie })).status).toBe(429)
  day += 200
})

test('a browser keeps the last five accounts it was signed in to', async () => {
  const people = []
  for (let index = 0; index < 6; index += 1) people.push(await auth.person())
  let cookie = ''
  for (const { email, password } of [...people, ...people.slice(0, 1)])
    cookie = valueOf(setCookie(await signIn(email, password, { cookie })))
  expect(cookie.length).toBeLessThan(400)
  const passes = []
  for (const { email, password } of people) {
    await neighbour(email)
    passes.push((await signIn(email, password, { cookie })).status)
  }
  expect(passes).toEqual([200, 429, 200, 200, 200, 200])
})

test('the cookie is out of reach of scripts, other sites and the rest of the product', async () => {
  const person = await auth.person()
  expect(setCookie(await signIn(person.email, person.password))).toMatch(
    /^known-device=[\w.-]+; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  const secure = await startAuth({ on: auth, config: { publicUrl: 'https://market.example' } })
  try {
    const answer = await secure.call('POST', '/token?grant_type=password', {
      body: { email: person.email, password: person.password },
    })
    expect(setCookie(answer)).toMatch(/^__Secure-known-device=.*; SameSite=Strict; Secure$/)
  } finally {
    await secure.close()
  }
  expect(setCookie(await signIn(person.email, 'battery staple'))).toBe('')
  expect(setCookie(await signIn(uniqueEmail('nobody'), 'battery staple'))).toBe('')
})

test('signing in again grants no extra attempts at authenticator codes', async () => {
  const person = await auth.person()
  const { data: factor } = await person.client.mfa.enroll({ factorType: 'totp' })
  const secret = Secret.fromBase32(factor?.totp.secret ?? '')
  const right = (step = 0) =>
    new TOTP({ secret }).generate({ timestamp: auth.now().getTime() + step * 30_000 })
  const wrong = () =>
    ['000000', '111111', '222222', '333333'].find(
      (code) => ![right(-1), right(), right(1)].includes(code),
    ) ?? ''
  const codes = []
  for (let index = 0; index < 12; index += 1) {
    const thief = auth.client()
    await thief.signInWithPassword(person)
    const { error } = await thief.mfa.challengeAndVerify({
      factorId: factor?.id ?? '',
      code: wrong(),
    })
    codes.push(error?.code)
  }
  expect(codes).toEqual([
    ...Array<string>(10).fill('mfa_verification_failed'),
    'over_request_rate_limit',
    'over_request_rate_limit',
  ])
})

test('a known browser can enter its mailed code while strangers guess codes', async () => {
  const person = await auth.person()
  const cookie = cookieOf(person)
  const verify = (token: string, ip: string, own?: string) =>
    auth.call('POST', '/verify', {
      body: { type: 'recovery', email: person.email, token },
      headers: { 'x-forwarded-for': ip, ...(own === undefined ? {} : { cookie: own }) },
    })
  await inRounds(101, (index) => verify('000000', `198.51.100.${index}`))
  await auth.call('POST', '/recover', { body: { email: person.email } })
  const code = (await auth.mailsTo(person.email))[0]?.code ?? ''
  expect((await verify(code, '203.0.113.1')).status).toBe(429)
  expect((await verify(code, '203.0.113.1', cookie)).status).toBe(200)
})
