import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))

/** Every test begins a day after the one before: all buckets are full again. */
let day = 0
const nextDay = () => at((day += 1) * 86_400)

beforeAll(async () => {
  auth = await startAuth({ config: { authTestLimits: false, trustedProxies: 1 } })
})
afterAll(() => auth.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const signUp = (email: string, ip = '192.0.2.1') =>
  auth.call('POST', '/signup', { body: { email, password: 'correct horse' }, headers: from(ip) })
const signIn = (email: string, ip: string, password = 'battery staple') =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password }, headers: from(ip) })

test('one mail of a kind a minute goes to an address, known or not, and the refusals are alike', async () => {
  nextDay()
  const known = uniqueEmail()
  await signUp(known)
  for (const [path, type] of [
    ['/recover', undefined],
    ['/resend', 'signup'],
  ] as const) {
    nextDay()
    const unknown = uniqueEmail()
    for (const email of [known, unknown]) {
      expect((await auth.call('POST', path, { body: { email, type } })).status).toBe(200)
    }
    at(day * 86_400 + 18)
    const refusals = await Promise.all(
      [known, unknown].map((email) => auth.call('POST', path, { body: { email, type } })),
    )
    for (const refusal of refusals) {
      expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '42'])
      expect(refusal.body).toEqual({
        code: 'over_email_send_rate_limit',
        message: 'For security purposes, you can only request this after 42 seconds.',
      })
    }
    at(day * 86_400 + 60)
    expect((await auth.call('POST', path, { body: { email: known, type } })).status).toBe(200)
  }
})

test('a repeated sign-up within the minute is refused, whether the address is confirmed or new', async () => {
  nextDay()
  const person = await auth.person()
  nextDay()
  const fresh = uniqueEmail()
  expect([(await signUp(person.email)).status, (await signUp(fresh)).status]).toEqual([200, 200])
  const [known, unknown] = [await signUp(person.email), await signUp(fresh)]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(known.body.code).toBe('over_email_send_rate_limit')
})

test('two requests at once send one mail', async () => {
  nextDay()
  const email = uniqueEmail()
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await auth.mailsTo(email)).toHaveLength(1)
})

test('an address of the network has thirty sign-ups at once, then one every ten seconds', async () => {
  nextDay()
  const bad = () =>
    auth.call('POST', '/signup', { body: { email: 'nobody' }, headers: from('192.0.2.7') })
  const answers = await Promise.all(Array.from({ length: 40 }, bad))
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10)
  const refusal = await bad()
  expect(refusal.body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  })
  expect(refusal.headers.get('retry-after')).toBe('10')
  expect(
    (await auth.call('POST', '/signup', { body: {}, headers: from('192.0.2.8') })).status,
  ).not.toBe(429)
  at(day * 86_400 + 10)
  expect([(await bad()).status, (await bad()).status]).toEqual([400, 429])
})

test('neighbours of one IPv6 network share, and a header a client wrote itself counts for nothing', async () => {
  nextDay()
  const bad = (ip: string) => auth.call('POST', '/signup', { body: {}, headers: from(ip) })
  for (let index = 0; index < 30; index += 1) await bad(`2001:db8:1:2::${index.toString(16)}`)
  expect((await bad('2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await bad('2001:db8:1:3::1')).status).not.toBe(429)
  // Only the last entry was written by our own proxy.
  expect((await bad('203.0.113.9, 2001:db8:1:2::5')).status).toBe(429)
})

test('ten wrong passwords close an account for a while, existing or not, also from many networks at once', async () => {
  nextDay()
  const person = await auth.person()
  for (const email of [person.email, uniqueEmail()]) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => signIn(email, `198.51.100.${index}`)),
    )
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
    const refusals = answers.filter((answer) => answer.status === 429)
    expect(refusals).toHaveLength(15)
    expect(refusals[0]?.body.code).toBe('over_request_rate_limit')
  }
  expect((await signIn(person.email, '198.51.100.99', person.password)).status).toBe(429)
  at(day * 86_400 + 61)
  expect((await signIn(person.email, '198.51.100.99', person.password)).status).toBe(200)
})

test('right passwords are not counted', async () => {
  nextDay()
  const person = await auth.person()
  const answers = []
  for (let index = 0; index < 14; index += 1)
    answers.push(await signIn(person.email, '198.51.100.3', person.password))
  expect(answers.map((answer) => answer.status)).toEqual(Array(14).fill(200))
})

test('the whole instance sends thirty mails an hour', async () => {
  nextDay()
  const answers = []
  for (let index = 0; index < 31; index += 1)
    answers.push(await signUp(uniqueEmail(), `198.51.100.${index}`))
  expect(answers.map((answer) => answer.status)).toEqual([...Array(30).fill(200), 429])
  expect(answers[30]?.body).toEqual({
    code: 'over_email_send_rate_limit',
    message: 'email rate limit exceeded',
  })
  expect(answers[30]?.headers.get('retry-after')).toBe('120')
})
