import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { createAccessTokens } from './access-token.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import type { SessionRow } from '#server/auth/records/session-store.ts'
import { createSigningKeys, rotateSigningKey, type SigningKeys } from './signing-keys.ts'
import { createTokenMemory, type Genuine } from './token-memory.ts'
import type { UserRow } from '#server/auth/records/user-store.ts'

const ISSUER = 'http://127.0.0.1/auth/v1'
const USER = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f01'
const SESSION = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f02'
const start = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const secrets = soleKey('a secret of the test')

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('delete from auth.signing_keys'))

/** The service's tokens, and how many signatures were verified. */
function tokensOf() {
  const keys = createSigningKeys(pool, secrets)
  let checked = 0
  const seen = new WeakMap<object, object>()
  const counting: SigningKeys = {
    ...keys,
    async byId(kid, now) {
      const key = await keys.byId(kid, now)
      if (key === null) return null
      const { publicKey } = key
      const counted =
        seen.get(key) ??
        Object.defineProperty({ ...key }, 'publicKey', { get: () => (checked++, publicKey) })
      seen.set(key, counted)
      return counted as typeof key
    },
  }
  const tokens = createAccessTokens(counting, ISSUER)
  const user = { id: USER, role: 'authenticated', email: 'maya@example.com' } as UserRow
  const session = { id: SESSION, aal: 'aal1', amr: [] } as unknown as SessionRow
  return {
    ...tokens,
    token: async (now = start) => (await tokens.sign(user, session, now)).token,
    checked: () => checked,
  }
}

const bad = expect.objectContaining({ code: 'bad_jwt' })

test('a token is verified once, and cached until it expires', async () => {
  const { token, verify, checked } = tokensOf()
  const one = await token()
  for (let n = 0; n < 3; n += 1)
    expect(await verify(one, start)).toEqual({ userId: USER, sessionId: SESSION })
  expect(checked()).toBe(1)
  // The keys are reloaded by then. A second later they are still the ones it was cached with.
  await verify(one, after(3_599))
  await expect(verify(one, after(3_600))).rejects.toEqual(bad)
})

test('a cached token with one changed character is refused', async () => {
  const { token, verify } = tokensOf()
  const one = await token()
  await verify(one, start)
  // Not the last character, because some of its bits carry no data.
  const places = Array.from({ length: one.length - 1 }, (_, at) => at).filter((at) => at % 7 === 0)
  for (const at of places) {
    const other = one[at] === 'A' ? 'B' : 'A'
    const changed = one.slice(0, at) + other + one.slice(at + 1)
    await expect(verify(changed, start), `at ${at}`).rejects.toEqual(bad)
  }
  for (const changed of [one.slice(0, -1), `${one}A`, ` ${one}`, one.toLowerCase()])
    await expect(verify(changed, start)).rejects.toEqual(bad)
})

test('a token stays valid when its key is rotated, but not when its key is deleted', async () => {
  const { token, verify } = tokensOf()
  const one = await token()
  await verify(one, start)
  await rotateSigningKey(pool, secrets, start)
  expect(await verify(one, after(1_200))).toEqual({ userId: USER, sessionId: SESSION })
  await pool.query('delete from auth.signing_keys where sign_from <= $1', [start])
  await expect(verify(one, after(1_300))).rejects.toEqual(bad)
})

test('a cached token is refused once its key id belongs to a different key', async () => {
  const { token, verify } = tokensOf()
  const one = await token()
  await verify(one, start)
  const other = createSigningKeys(pool, secrets)
  const { rows } = await pool.query<{ kid: string }>('delete from auth.signing_keys returning kid')
  await other.signer(after(61))
  await pool.query(
    `update auth.signing_keys set kid = $1, public_jwk = jsonb_set(public_jwk, '{kid}', to_jsonb($1::text))`,
    [rows[0]?.kid],
  )
  await expect(verify(one, after(62))).rejects.toEqual(bad)
})

test('the cache is bounded and evicts the least recently used', () => {
  const memory = createTokenMemory(100)
  const genuine = {} as Genuine
  const tokens = Array.from({ length: 1_000 }, () => randomBytes(8).toString('hex'))
  memory.remember('in use', genuine)
  for (const token of tokens) {
    memory.remember(token, genuine)
    expect(memory.recall('in use')).toBe(genuine)
  }
  // The most recently used: reading an entry makes it recent again.
  const known = tokens.toReversed().filter((token) => memory.recall(token) !== null)
  expect(known.length).toBeGreaterThanOrEqual(50)
  expect(known.length).toBeLessThanOrEqual(200)
  expect(known).toEqual(tokens.toReversed().slice(0, known.length))
})
