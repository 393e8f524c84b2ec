import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '#server/auth/sessions/viewer.ts'
import { startAuth, type TestAuth, type TestPerson } from '#tests/support/auth.ts'
import { type Chance, createChance } from './chance.ts'
import { HOSTILE_TEXTS } from './hostile-values.ts'

/**
 * The page cookie (decision 0104) changed in thousands of ways: none identifies a person, and none causes a failure.
 */

const ROUNDS = 4_000
const SEED = 20_261_127

let auth: TestAuth
let pageViewer: ReturnType<typeof createAuthenticator>['pageViewer']
let people: readonly TestPerson[]
beforeAll(async () => {
  auth = await startAuth()
  const { config, serving: pool, now: clock } = auth
  ;({ pageViewer } = createAuthenticator({ config, pool, clock }))
  people = [await auth.person(), await auth.person()]
})
afterAll(() => auth.close())

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')

/** Ways to change the bytes of a value, given another valid one. */
const OF_BYTES: readonly ((bytes: Buffer, other: Buffer, chance: Chance) => Buffer)[] = [
  (bytes, _, chance) => {
    const at = chance.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8))
    return bytes
  },
  (bytes, _, chance) => bytes.subarray(0, chance.below(bytes.length)),
  (bytes, other, chance) => {
    const at = 1 + chance.below(bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)])
  },
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes, _, chance) => Buffer.from(bytes.map(() => chance.below(256))),
]

/** The same for the text of a value. */
const OF_TEXT: readonly ((value: string, chance: Chance) => string)[] = [
  (value, chance) => chance.one(HOSTILE_TEXTS) + value,
  (value, chance) => value + chance.one(HOSTILE_TEXTS.filter((text) => text.trim() !== '')),
  (value, chance) => {
    const at = chance.below(value.length)
    return value.slice(0, at) + chance.one(ALPHABET) + value.slice(at)
  },
  (value) => value.toLowerCase(),
  (_, chance) => chance.text(chance.below(200)),
  (_, chance) => Array.from({ length: 71 }, () => chance.one(ALPHABET)).join(''),
]

/** The person that a Cookie header with this value identifies. */
const speaksFor = async (value: string): Promise<string | null> =>
  (await pageViewer({ headers: { cookie: `page-session=${value}` } }))?.id ?? null

test('an altered page cookie identifies no one', async () => {
  const chance = createChance(SEED)
  const [own, others] = people.map(({ client }) => auth.cookiesOf(client).get('page-session') ?? '')
  if (!own || !others) throw new Error('no cookies came with the sessions')
  expect(await speaksFor(own)).toBe(people[0]?.id)
  const taken: { round: number; value: string; id: string }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = Buffer.from(own, 'base64url')
    const other = Buffer.from(others, 'base64url')
    const value = chance.now(0.6)
      ? chance.one(OF_BYTES)(bytes, other, chance).toString('base64url')
      : chance.one(OF_TEXT)(own, chance)
    const id = await speaksFor(value)
    // Space around a value is not part of it (RFC 6265 §5.2).
    if (id !== null && ![own, others].includes(value.trim())) taken.push({ round, value, id })
  }
  expect(taken).toEqual([])
})
