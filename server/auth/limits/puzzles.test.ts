import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  attemptText,
  PUZZLE,
  type SignUpPuzzle,
  startsWithZeroBits,
} from '#contract/sign-up-puzzle.ts'
import { type RawAnswer, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

/** Two processes on one database. */
let first: TestAuth
let second: TestAuth
/** Six free sign-ups an hour in total, three of them from one network. */
const ALL = 6
const NETWORK = 3
const HOME = '192.0.2.1'
const NOON = new Date('2026-11-27T12:00:00Z')
const at = (seconds: number) => {
  for (const auth of [first, second]) auth.setNow(new Date(NOON.getTime() + seconds * 1_000))
}

beforeAll(async () => {
  const settings = {
    config: { trustedProxies: 1 },
    auth: { puzzleAbove: ALL, puzzleAboveNetwork: NETWORK },
  }
  first = await startAuth(settings)
  second = await startAuth({ ...settings, on: first })
})
afterAll(async () => {
  await second.close()
  await first.close()
})
beforeEach(async () => {
  at(0)
  await first.pool.query('truncate auth.rate_buckets')
})

const from = (ip: string) => ({ 'x-forwarded-for': ip })

interface Given {
  ip?: string
  token?: string | undefined
  on?: TestAuth
}

const signUp = (email: string, { ip = HOME, token, on = first }: Given = {}) =>
  on.call('POST', '/signup', {
    body: { email, password: 'correct horse', gotrue_meta_security: { captcha_token: token } },
    headers: from(ip),
  })

async function puzzleFor(email: string, ip = HOME): Promise<SignUpPuzzle> {
  const { status, body } = await first.call('POST', '/signup/puzzle', {
    body: { email },
    headers: from(ip),
  })
  expect(status).toBe(200)
  return body as SignUpPuzzle
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Solves it as any client can. */
function solved({ challenge, bits }: SignUpPuzzle): string {
  for (let attempt = 0; ; attempt += 1) {
    const text = attemptText(challenge ?? '', attempt)
    if (startsWithZeroBits(sha256(text), bits ?? 0)) return text
  }
}

/** Uses up what the network is allowed without a puzzle. */
async function flood(ip = HOME): Promise<void> {
  for (let sent = 0; sent < NETWORK; sent += 1)
    expect((await signUp(uniqueEmail(), { ip })).status).toBe(200)
}

const refusedAs = ({ status, body }: RawAnswer, sentence: RegExp) => {
  expect([status, body.code]).toEqual([400, 'captcha_failed'])
  expect(body.message).toMatch(sentence)
}

describe('a sign-up', () => {
  test('needs a solved puzzle only above the threshold, and none again an hour later', async () => {
    const email = uniqueEmail()
    expect(await puzzleFor(email)).toEqual({ challenge: null, bits: null })
    await flood()
    refusedAs(await signUp(email), /^Many sign-ups/)
    const puzzle = await puzzleFor(email)
    expect(puzzle.bits).toBe(PUZZLE.leastBits)
    expect((await signUp(email, { token: solved(puzzle) })).status).toBe(200)
    // Another network is not affected. An hour later, neither is this one.
    expect((await signUp(uniqueEmail(), { ip: '192.0.2.2' })).status).toBe(200)
    at(3_600)
    expect(await puzzleFor(uniqueEmail())).toEqual({ challenge: null, bits: null })
    expect((await signUp(uniqueEmail())).status).toBe(200)
  })

  test('counts towards a limit shared by all networks and all processes', async () => {
    for (let sent = 0; sent < ALL; sent += 1) {
      const on = sent % 2 === 0 ? first : second
      expect((await signUp(uniqueEmail(), { ip: `192.0.2.${10 + sent}`, on })).status).toBe(200)
    }
    const email = uniqueEmail()
    for (const on of [first, second])
      refusedAs(await signUp(email, { ip: '192.0.2.99', on }), /^Many sign-ups/)
    // A sign-up that the installation-wide limit refused has not used up any of its network's allowance.
    const { rows } = await first.pool.query<{ tokens: number }>(
      `select tokens from auth.rate_buckets where key = 'signups:192.0.2.99'`,
    )
    expect(rows).toEqual([{ tokens: 0 }])
    // One process creates the puzzle, the other checks it.
    const token = solved(await puzzleFor(email, '192.0.2.99'))
    expect((await signUp(email, { ip: '192.0.2.99', token, on: second })).status).toBe(200)
  })

  test('is let through only up to the threshold, even if twelve arrive concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        signUp(uniqueEmail(), { on: index % 2 === 0 ? first : second }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(NETWORK)
  })

  test('that was refused counts towards no limit', async () => {
    await flood()
    for (let sent = 0; sent < 20; sent += 1) await signUp(uniqueEmail())
    expect((await puzzleFor(uniqueEmail())).bits).toBe(PUZZLE.leastBits)
    // Three of six are left for everyone else.
    for (let sent = 0; sent < ALL - NETWORK; sent += 1)
      expect((await signUp(uniqueEmail(), { ip: `192.0.2.${20 + sent}` })).status).toBe(200)
  })

  test('from an IPv6 address counts towards its /64', async () => {
    for (let sent = 0; sent < NETWORK; sent += 1)
      await signUp(uniqueEmail(), { ip: `2001:db8:1:2::${sent}` })
    const last = '2001:db8:1:2:ffff:ffff:ffff:ffff'
    refusedAs(await signUp(uniqueEmail(), { ip: last }), /^Many sign-ups/)
    expect((await signUp(uniqueEmail(), { ip: '2001:db8:1:3::' })).status).toBe(200)
    expect((await signUp(uniqueEmail(), { ip: '2001:db8:1:1:ffff::' })).status).toBe(200)
  })

  test('by mailed code also needs a solved puzzle, with or without an account, unless create_user is false', async () => {
    const person = await first.person()
    at(61)
    await flood()
    const otp = (email: string, createUser: boolean, token?: string) =>
      first.call('POST', '/otp', {
        body: { email, create_user: createUser, gotrue_meta_security: { captcha_token: token } },
        headers: from(HOME),
      })
    for (const email of [person.email, uniqueEmail()]) {
      expect((await otp(email, false)).status).toBe(200)
      refusedAs(await otp(email, true), /^Many sign-ups/)
      const token = solved(await puzzleFor(email))
      expect((await otp(email, true, token)).status).toBe(200)
    }
  })

  test('limit does not apply to signing in', async () => {
    const person = await first.person()
    await flood()
    refusedAs(await signUp(uniqueEmail()), /^Many sign-ups/)
    const { error } = await first.client().signInWithPassword(person)
    expect(error).toBeNull()
  })
})

describe('a solution', () => {
  const refused: [string, (puzzle: SignUpPuzzle) => string, RegExp][] = [
    ['with too few zero bits', weak, /could not be checked/],
    [
      'to a challenge of its own making',
      (puzzle) => solved(easier(puzzle)),
      /could not be checked/,
    ],
    ['that is no text of ours', () => 'x'.repeat(5_000), /could not be checked/],
    ['that is a challenge alone', ({ challenge }) => challenge ?? '', /could not be checked/],
    ['with more behind it', (puzzle) => `${solved(puzzle)}.1`, /could not be checked/],
  ]
  test.each(refused)('%s is refused', async (_, make, sentence) => {
    await flood()
    const email = uniqueEmail()
    refusedAs(await signUp(email, { token: make(await puzzleFor(email)) }), sentence)
  })

  test('is accepted once, even if sent in fifty concurrent requests', async () => {
    await flood()
    const email = uniqueEmail()
    const token = solved(await puzzleFor(email))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        signUp(email, { token, on: index % 2 === 0 ? first : second }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    for (const answer of others) refusedAs(answer, /used already/)
  })

  test('is valid only for the address and the network that requested the puzzle', async () => {
    await flood()
    await flood('192.0.2.2')
    const email = uniqueEmail()
    const token = solved(await puzzleFor(email))
    refusedAs(await signUp(uniqueEmail(), { token }), /could not be checked/)
    refusedAs(await signUp(email, { token, ip: '192.0.2.2' }), /could not be checked/)
    expect((await signUp(email.toUpperCase(), { token })).status).toBe(200)
  })

  test('expires after five minutes, and is never accepted again once used', async () => {
    await flood()
    const [email, other] = [uniqueEmail(), uniqueEmail()]
    const [token, late] = [solved(await puzzleFor(email)), solved(await puzzleFor(other))]
    at(PUZZLE.seconds - 1)
    expect((await signUp(email, { token })).status).toBe(200)
    refusedAs(await signUp(email, { token }), /used already/)
    at(PUZZLE.seconds)
    refusedAs(await signUp(other, { token: late }), /took too long/)
    refusedAs(await signUp(email, { token }), /took too long/)
  })

  test('needs more zero bits while the flood continues, up to a maximum', async () => {
    await flood()
    const bits = async () => (await puzzleFor(uniqueEmail())).bits
    const remember = (count: number) =>
      first.pool.query('update auth.rate_buckets set tokens = $1 where key = $2', [
        count,
        `signups:${HOME}`,
      ])
    expect(await bits()).toBe(PUZZLE.leastBits)
    await remember(2 * NETWORK - 0.5)
    expect(await bits()).toBe(PUZZLE.leastBits)
    await remember(2 * NETWORK)
    expect(await bits()).toBe(PUZZLE.leastBits + PUZZLE.bitsPerDoubling)
    await remember(1_000_000)
    expect(await bits()).toBe(PUZZLE.mostBits)
  })

  test('is accepted as the captcha token of the official client', async () => {
    await flood()
    const email = uniqueEmail()
    const client = first.client()
    const password = 'correct horse'
    // The client's requests come without a proxy's header: their network is this machine's.
    await flood('127.0.0.1')
    const without = await client.signUp({ email, password })
    expect([without.error?.code, without.error?.status]).toEqual(['captcha_failed', 400])
    const captchaToken = solved(await puzzleFor(email, '127.0.0.1'))
    const { error } = await client.signUp({ email, password, options: { captchaToken } })
    expect(error).toBeNull()
  })
})

describe('zero bits', () => {
  test.each([
    [[0xff], 0, true],
    [[0x80], 1, false],
    [[0x7f], 1, true],
    [[0x00, 0xff], 8, true],
    [[0x00, 0x80], 9, false],
    [[0x00, 0x7f], 9, true],
    [[0x00, 0x00, 0x0f], 20, true],
    [[0x00, 0x00, 0x10], 20, false],
    [[0x00], 9, false],
  ])('%j begins with %i of them: %s', (hash, bits, expected) => {
    expect(startsWithZeroBits(Uint8Array.from(hash), bits)).toBe(expected)
  })
})

/** A solution whose hash begins with one zero bit too few. */
function weak({ challenge, bits }: SignUpPuzzle): string {
  for (let attempt = 0; ; attempt += 1) {
    const text = attemptText(challenge ?? '', attempt)
    const hash = sha256(text)
    if (startsWithZeroBits(hash, (bits ?? 0) - 1) && !startsWithZeroBits(hash, bits ?? 0))
      return text
  }
}

/** The same challenge, claiming that it is easier. */
function easier({ challenge }: SignUpPuzzle): SignUpPuzzle {
  const [expires, , ...rest] = (challenge ?? '').split('.')
  return { challenge: [expires, '1', ...rest].join('.'), bits: 1 }
}
