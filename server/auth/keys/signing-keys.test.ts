import { exportJWK, generateKeyPair } from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { createSigningKeys, rotateSigningKey } from './signing-keys.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 10)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const secrets = soleKey('a secret of the test')
const start = new Date('2026-11-20T12:00:00Z')
const after = (days: number, minutes = 0) =>
  new Date(start.getTime() + days * 86_400_000 + minutes * 60_000)
const process = () => createSigningKeys(pool, secrets)

test('ten processes starting at once create one key', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => process().signer(start)))
  expect(new Set(keys.map((key) => key.kid)).size).toBe(1)
  const { rows } = await pool.query('select public_jwk, sealed_private_jwk from auth.signing_keys')
  expect(rows).toHaveLength(1)
  const sealed: Buffer = rows[0].sealed_private_jwk
  const { d = '' } = JSON.parse(secrets.open('signing key', sealed) ?? '{}') as { d?: string }
  expect(d).toMatch(/^[\w-]{43}$/)
  // No shorter texts, because random bytes may spell those.
  for (const text of ['"kty":', '"crv":', d]) expect(sealed.toString('latin1')).not.toContain(text)
})

test('a request that began before the first key was created still signs with that key', async () => {
  await pool.query('delete from auth.signing_keys')
  const keys = process()
  const made = await keys.signer(start)
  expect((await keys.signer(after(0, -1))).kid).toBe(made.kid)
  expect((await process().signer(after(0, -1))).kid).toBe(made.kid)
})

test('the published set has no private parts', async () => {
  const [jwk] = await process().published(start)
  expect(Object.keys(jwk ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

test('the next key is published a day before it signs, and the old one until its tokens have expired', async () => {
  const first = await process().signer(start)
  expect(await process().published(after(88))).toHaveLength(1)

  const announced = await process().published(after(89, 1))
  expect(announced).toHaveLength(2)
  expect((await process().signer(after(89, 2))).kid).toBe(first.kid)
  const next = announced.find((key) => key.kid !== first.kid)
  expect((await process().signer(after(90, 2))).kid).toBe(next?.kid)
  expect(await process().byId(first.kid, after(90, 30))).not.toBeNull()

  // The following rotation deletes the retired one.
  const later = await process().published(after(179, 3))
  expect(later.map((key) => key.kid)).not.toContain(first.kid)
})

test('a process that does not know a key rereads the set', async () => {
  const early = process()
  await early.signer(after(200))
  await pool.query('delete from auth.signing_keys')
  const made = await process().signer(after(200))
  expect(await early.byId(made.kid, after(200, 1))).not.toBeNull()
  expect(await early.byId('nobody', after(200, 1))).toBeNull()
})

test('keys sealed with another secret do not sign', async () => {
  const mine = await process().signer(after(201))
  const other = await createSigningKeys(pool, soleKey('another secret')).signer(after(201, 1))
  expect(other.kid).not.toBe(mine.kid)
})

test('a manual rotation publishes the next key for longer than clients cache the set', async () => {
  await pool.query('delete from auth.signing_keys')
  const now = after(300)
  const before = await process().signer(now)
  const { kid, signFrom } = await rotateSigningKey(pool, secrets, now)
  expect(signFrom.getTime() - now.getTime()).toBeGreaterThanOrEqual(600_000)
  const kids = (await process().published(after(300, 1))).map((key) => key.kid)
  expect(kids).toEqual(expect.arrayContaining([before.kid, kid]))
  expect((await process().signer(after(300, 10))).kid).toBe(before.kid)
  expect((await process().signer(after(300, 16))).kid).toBe(kid)
  expect(await process().byId(before.kid, after(300, 60))).not.toBeNull()
  expect(await rotateSigningKey(pool, secrets, after(300, 5))).toEqual({ kid, signFrom })
})

test.each(['ES256', 'RS256'])(
  'a key file for %s signs instead of the database’s keys',
  async (alg) => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-key-'))
    const path = join(folder, 'key.json')
    try {
      const pair = await generateKeyPair(alg, { extractable: true })
      const jwk = { ...(await exportJWK(pair.privateKey)), kid: `fixed-${alg}`, alg }
      writeFileSync(path, JSON.stringify(jwk))
      const keys = createSigningKeys(pool, secrets, path)
      expect((await keys.signer(start)).kid).toBe(`fixed-${alg}`)
      const published = (await keys.published(start)).find((key) => key.kid === `fixed-${alg}`)
      expect(published).toMatchObject({ alg, use: 'sig' })
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        expect(published).not.toHaveProperty(secret)
      expect(await keys.byId(`fixed-${alg}`, start)).toMatchObject({ alg })
      writeFileSync(path, JSON.stringify({ ...jwk, d: undefined }))
      expect(() => createSigningKeys(pool, secrets, path)).toThrow(/no private JWK/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
