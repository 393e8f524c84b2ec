import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AUTH_RATES, type AuthRate } from '#contract/auth.ts'
import { startAuth, type TestAuth, type TestPerson, uniqueEmail } from '#tests/support/auth.ts'
import { inRounds } from '#tests/support/rounds.ts'

/** AUTH §10, call by call: burst, refill, message, and what the limit is counted by. */

let auth: TestAuth
let person: TestPerson
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => auth.setNow(new Date(start.getTime() + seconds * 1_000))

beforeAll(async () => {
  auth = await startAuth({
    config: {
      authTestLimits: false,
      trustedProxies: 1,
      google: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' },
    },
    auth: { anonymous: true, mailInterval: 0, mailsPerNetwork: 1_000_000 },
  })
  at(0)
  person = await auth.person()
})
afterAll(() => auth.close())
// Only the call's own limit is tested; every test starts with full buckets.
beforeEach(() => auth.pool.query('truncate auth.rate_buckets, auth.guess_buckets'))

interface Row {
  rate: AuthRate
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** A body that is refused early, so that only the limit is exercised. */
  body?: unknown
  signedIn?: true
}
const id = randomUUID()
const rows: readonly Row[] = [
  { rate: 'token', method: 'POST', path: '/token?grant_type=password', body: {} },
  { rate: 'token', method: 'POST', path: '/token?grant_type=refresh_token', body: {} },
  { rate: 'token', method: 'POST', path: '/token?grant_type=pkce', body: {} },
  { rate: 'token', method: 'POST', path: '/token?grant_type=nonsense', body: {} },
  { rate: 'verify', method: 'POST', path: '/verify', body: {} },
  { rate: 'verify', method: 'GET', path: '/verify?type=signup' },
  {
    rate: 'signup',
    method: 'POST',
    path: '/signup',
    body: { email: 'x', password: 'correct horse' },
  },
  { rate: 'puzzle', method: 'POST', path: '/signup/puzzle', body: { email: 'x' } },
  { rate: 'recover', method: 'POST', path: '/recover', body: {} },
  { rate: 'resend', method: 'POST', path: '/resend', body: {} },
  { rate: 'otp', method: 'POST', path: '/otp', body: {} },
  { rate: 'magiclink', method: 'POST', path: '/magiclink', body: {} },
  { rate: 'user', method: 'PUT', path: '/user', body: { app_metadata: {} }, signedIn: true },
  { rate: 'reauthenticate', method: 'GET', path: '/reauthenticate' },
  { rate: 'reauthenticate', method: 'POST', path: '/reauthenticate', body: {} },
  { rate: 'factor', method: 'POST', path: '/factors', body: {} },
  { rate: 'factor', method: 'POST', path: '/factors/recovery-codes/verify', body: {} },
  { rate: 'factor', method: 'POST', path: `/factors/${id}/challenge`, body: {} },
  { rate: 'factor', method: 'POST', path: `/factors/${id}/verify`, body: {}, signedIn: true },
  { rate: 'passkey', method: 'POST', path: '/passkeys/authentication/options', body: {} },
  { rate: 'passkey', method: 'POST', path: '/passkeys/authentication/verify', body: {} },
  { rate: 'passkey', method: 'POST', path: '/passkeys/registration/options', body: {} },
  { rate: 'passkey', method: 'POST', path: '/passkeys/registration/verify', body: {} },
  { rate: 'authorize', method: 'GET', path: '/authorize?provider=google' },
]

function send({ method, path, body, signedIn }: Row, ip = '192.0.2.1') {
  return auth.call(method, path, {
    body,
    headers: {
      'x-forwarded-for': ip,
      ...(signedIn ? { authorization: `Bearer ${person.accessToken}` } : {}),
    },
  })
}

test('every limit of the contract is tested here, except those with tests of their own', () => {
  const covered = new Set<string>(rows.map((row) => row.rate))
  const others = ['anonymous', 'attempts', 'attemptsAll', 'mails', 'mailsToAddress']
  expect(
    Object.keys(AUTH_RATES)
      .filter((rate) => !covered.has(rate))
      .toSorted(),
  ).toEqual(others)
})

test.each(rows)('$method $path is limited by $rate', async (row) => {
  at(60)
  const { burst, refill, seconds } = AUTH_RATES[row.rate]
  const answers = []
  for (let sent = 0; sent < burst + 1; sent += 1) answers.push(await send(row))
  const refused = answers.map((answer) => answer.status === 429)
  expect(refused).toEqual([...Array<boolean>(burst).fill(false), true])
  const last = answers.at(-1)
  expect(last?.body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  })
  const wait = Number(last?.headers.get('retry-after'))
  expect(wait).toBe(seconds / refill)
  // Requests from another network pass. After the stated time one more is let through, but not a second.
  expect((await send(row, '192.0.2.2')).status).not.toBe(429)
  at(60 + wait)
  expect((await send(row)).status).not.toBe(429)
  expect((await send(row)).status).toBe(429)
})

test('one network may create thirty anonymous accounts an hour', async () => {
  at(60)
  const row: Row = { rate: 'anonymous', method: 'POST', path: '/signup', body: { data: {} } }
  for (let sent = 0; sent < 30; sent += 1) await send(row)
  // Ten minutes later the bucket for all sign-ups is full again; the one for anonymous people has five.
  at(60 + 660)
  const later = []
  for (let sent = 0; sent < 7; sent += 1) later.push(await send(row))
  expect(later.filter((answer) => answer.status === 200)).toHaveLength(5)
  expect(later.at(-1)?.headers.get('retry-after')).toBe('60')
})

test('ten wrong codes block an address for one network, a hundred for all, whether it exists or not', async () => {
  for (const email of [person.email, uniqueEmail('nobody')]) {
    const row: Row = {
      rate: 'verify',
      method: 'POST',
      path: '/verify',
      body: { type: 'email', email, token: '000000' },
    }
    const statuses = []
    for (let sent = 0; sent < 11; sent += 1)
      statuses.push((await send(row, `2001:db8:5::${sent}`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    const others = await inRounds(91, (sent) => send(row, `198.51.100.${sent}`))
    expect(others.filter(({ status }) => status === 403)).toHaveLength(90)
    expect(others.filter(({ status }) => status === 429)).toHaveLength(1)
  }
})

test('with limits switched off for tests, nothing is limited', async () => {
  const free = await startAuth()
  try {
    for (let sent = 0; sent < 40; sent += 1)
      expect((await free.call('POST', '/recover', { body: {} })).status).toBe(400)
  } finally {
    await free.close()
  }
})
