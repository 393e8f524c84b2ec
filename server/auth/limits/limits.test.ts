import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/logging/log.ts'
import { startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { watchMails } from '#server/auth/service/mail-watch.ts'

let auth: TestAuth
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))

/** Every test starts a day after the previous one: all buckets are full again. */
let day = 0
const nextDay = () => at((day += 1) * 86_400)

beforeAll(async () => {
  auth = await startAuth({
    config: { authTestLimits: false, trustedProxies: 1 },
    // A network's sign-ups need a puzzle long before its mail limit is reached (puzzles.test.ts).
    auth: { puzzleAboveNetwork: 1_000_000 },
  })
})
afterAll(() => auth.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const signUp = (email: string, ip = '192.0.2.1') =>
  auth.call('POST', '/signup', { body: { email, password: 'correct horse' }, headers: from(ip) })
const signIn = (email: string, ip: string, password = 'battery staple') =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password }, headers: from(ip) })

test('an address gets one mail of a kind per minute, known or not, and the refusals are identical', async () => {
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

test('five concurrent requests send one mail', async () => {
  nextDay()
  const email = uniqueEmail()
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await auth.mailsTo(email)).toHaveLength(1)
})

test('one network has a burst of thirty sign-ups, then one every ten seconds', async () => {
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

test('addresses in one IPv6 /64 share a bucket, and X-Forwarded-For entries set by the client are ignored', async () => {
  nextDay()
  const bad = (ip: string) => auth.call('POST', '/signup', { body: {}, headers: from(ip) })
  for (let index = 0; index < 30; index += 1) await bad(`2001:db8:1:2::${index.toString(16)}`)
  expect((await bad('2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await bad('2001:db8:1:3::1')).status).not.toBe(429)
  // Only the last entry was written by our own proxy.
  expect((await bad('203.0.113.9, 2001:db8:1:2::5')).status).toBe(429)
})

test('ten wrong passwords from one network lock it out of the account, existing or not, also concurrently', async () => {
  nextDay()
  const person = await auth.person()
  for (const [net, email] of [person.email, uniqueEmail()].entries()) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => signIn(email, `2001:db8:${net}::${index}`)),
    )
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
    const refusals = answers.filter((answer) => answer.status === 429)
    expect(refusals).toHaveLength(15)
    expect(refusals[0]?.body.code).toBe('over_request_rate_limit')
  }
  expect((await signIn(person.email, '2001:db8:0::99', person.password)).status).toBe(429)
  // The account's owner is on another network, and no one there is affected.
  expect((await signIn(person.email, '198.51.100.99', person.password)).status).toBe(200)
  at(day * 86_400 + 61)
  expect((await signIn(person.email, '2001:db8:0::99', person.password)).status).toBe(200)
})

test('across networks an account takes a hundred wrong passwords, then one a minute', async () => {
  nextDay()
  const person = await auth.person()
  for (const email of [person.email, uniqueEmail()]) {
    const answers = await inRounds(105, (index) => signIn(email, `198.51.${index}.7`))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  }
  const refused = await signIn(person.email, '203.0.113.5', person.password)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  // The mailbox remains a way to sign in: passwords and mailed codes have separate limits.
  await ask('/recover', person.email, '203.0.113.5')
  const mail = (await auth.mailsTo(person.email))[0]
  const code = await auth.call('POST', '/verify', {
    headers: from('203.0.113.5'),
    body: { type: 'recovery', email: person.email, token: mail?.code },
  })
  expect(code.status).toBe(200)
  at(day * 86_400 + 60)
  expect((await signIn(person.email, '203.0.113.6')).status).toBe(400)
  expect((await signIn(person.email, '203.0.113.7', person.password)).status).toBe(429)
})

test('correct passwords do not count towards the limit', async () => {
  nextDay()
  const person = await auth.person()
  const answers = []
  for (let index = 0; index < 14; index += 1)
    answers.push(await signIn(person.email, '198.51.100.3', person.password))
  expect(answers.map((answer) => answer.status)).toEqual(Array(14).fill(200))
})

const ask = (path: string, email: string, ip: string) =>
  auth.call('POST', path, {
    body: { email, type: 'signup', password: 'correct horse' },
    headers: from(ip),
  })
const MAILING = ['/recover', '/signup', '/resend', '/otp', '/magiclink'] as const
/** Sequentially, so that no call meets its own burst limit of thirty. */
const pathOf = (index: number) => MAILING[index % MAILING.length] ?? MAILING[0]
const MAIL_LIMIT = {
  code: 'over_email_send_rate_limit',
  message: 'email rate limit exceeded',
}

test.each(MAILING)(
  'requests to %s from some networks do not reduce the mail budget of others',
  async (path) => {
    nextDay()
    const person = await auth.person()
    nextDay()
    const answers = await inRounds(66, (index) =>
      ask(path, uniqueEmail('nobody'), `198.51.${index % 3}.1`),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    // Known and new addresses, from other networks, through every call that mails.
    expect((await ask('/signup', uniqueEmail(), '203.0.113.9')).status).toBe(200)
    for (const [index, other] of ['/recover', '/otp', '/resend'].entries()) {
      expect((await ask(other, person.email, `203.0.113.${index}`)).status).toBe(200)
      expect((await ask(other, uniqueEmail(), `203.0.113.${index}`)).status).toBe(200)
    }
  },
)

test('one network may request sixty mails an hour, of any kind, to anyone', async () => {
  nextDay()
  const person = await auth.person()
  nextDay()
  const network = (index: number) => `2001:DB8:7:0:${index.toString(16)}::1`
  const taken = await inRounds(60, (index) => ask(pathOf(index), uniqueEmail(), network(index)))
  expect(new Set(taken.map((answer) => answer.status))).toEqual(new Set([200]))
  const refusals = [
    await ask('/recover', person.email, network(61)),
    await ask('/recover', uniqueEmail(), network(61)),
    // The same network, in another spelling.
    await ask('/signup', uniqueEmail(), '2001:0db8:0007::9'),
  ]
  for (const refusal of refusals) {
    expect([refusal.status, refusal.body]).toEqual([429, MAIL_LIMIT])
    expect(refusal.headers.get('retry-after')).toBe('60')
  }
  expect((await ask('/recover', person.email, '2001:db8:7:1::1')).status).toBe(200)
  at(day * 86_400 + 60)
  expect((await ask('/recover', uniqueEmail(), network(61))).status).toBe(200)
})

test('one address gets ten mails of a kind per hour, known or not, from any client', async () => {
  nextDay()
  const person = await auth.person()
  nextDay()
  for (const email of [person.email, uniqueEmail('nobody')]) {
    nextDay()
    const statuses = []
    for (let minute = 0; minute < 12; minute += 1) {
      at(day * 86_400 + minute * 60)
      const answer = await ask('/recover', email, `198.51.100.${minute}`)
      statuses.push(answer.status)
    }
    // A burst of ten, and one token that was refilled meanwhile.
    expect(statuses).toEqual([...Array<number>(11).fill(200), 429])
    const refusal = await ask('/recover', email, '203.0.113.1')
    expect([refusal.status, refusal.body]).toEqual([429, MAIL_LIMIT])
    expect((await ask('/otp', email, '203.0.113.1')).status).toBe(200)
    expect((await ask('/recover', uniqueEmail(), '203.0.113.1')).status).toBe(200)
  }
})

test('an email change and a mailed code count towards their network’s mails', async () => {
  nextDay()
  const person = await auth.person()
  const headers = { authorization: `Bearer ${person.accessToken}`, ...from('198.51.101.9') }
  await inRounds(60, (sent) => ask(pathOf(sent), uniqueEmail(), '198.51.101.9'))
  const answers = [
    await auth.call('PUT', '/user', { headers, body: { email: uniqueEmail('new') } }),
    await auth.call('GET', '/reauthenticate', { headers }),
  ]
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([429, MAIL_LIMIT])
  // Calls that send no mail still work.
  const body = { data: { colour: 'petrol' }, email: person.email }
  expect((await auth.call('PUT', '/user', { headers, body })).status).toBe(200)
})

test('mails to unusually many addresses are logged as an error, and no one is refused', async () => {
  nextDay()
  const logged: { level: number; msg: string }[] = []
  const write = (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number])
  const log = createLog('error', { write })
  const service = await startAuth({ on: auth, log, auth: { mailsAlert: 20, mailInterval: 60 } })
  try {
    service.setNow(auth.now())
    const context = createAuthContext({ ...service, clock: service.now })
    const request = () => service.call('POST', '/recover', { body: { email: uniqueEmail() } })
    for (let sent = 0; sent < 20; sent += 1) await request()
    await watchMails(context, service.now())
    expect(logged).toEqual([])
    expect((await request()).status).toBe(200)
    await watchMails(context, service.now())
    expect(logged).toMatchObject([
      { level: 50, msg: expect.stringContaining('unusually many'), addresses: 21, expected: 20 },
    ])
    // An hour later the limit is lifted.
    await watchMails(context, new Date(service.now().getTime() + 3_600_001))
    expect(logged).toHaveLength(1)
  } finally {
    await service.close()
  }
})
