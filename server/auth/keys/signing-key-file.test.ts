import { exportJWK, generateKeyPair, generateSecret, type JWK } from 'jose'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { readKeyFile } from './signing-key-file.ts'

let folder: string
let path: string
let usual: TestAuth
beforeAll(async () => {
  usual = await startAuth()
})
afterAll(() => usual.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-key-'))
  path = join(folder, 'keys.json')
  return () => rmSync(folder, { recursive: true })
})

const ALGORITHMS = ['ES256', 'RS256'] as const

async function privateJwk(alg: (typeof ALGORITHMS)[number] = 'ES256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: `fixed-${alg}` }
}
const write = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
const kids = () => readKeyFile(path).map((key) => [key.kid, key.privateKey !== null])

/** Members with which other software marks a key's purpose. None of them may decide how we import it. */
const MARKS: readonly JWK[] = [
  {},
  { key_ops: ['sign', 'verify'] },
  { key_ops: ['sign'], use: 'sig' },
  { key_ops: ['verify', 'sign'], use: 'sig', ext: true },
  { ext: false },
]

test.each(ALGORITHMS.flatMap((alg) => MARKS.map((marks) => ({ alg, marks }))))(
  'a $alg key marked $marks signs, whether on its own, in an array or in a key set',
  async ({ alg, marks }) => {
    const key = { ...(await privateJwk(alg)), alg, ...marks }
    for (const content of [key, [key], { keys: [key] }]) {
      write(content)
      const service = await startAuth({ auth: { signingKeyFile: path }, on: usual })
      try {
        const person = await service.person()
        expect(await service.viewerOf(person.accessToken)).toMatchObject({ id: person.id })
        const { body } = await service.call('GET', '/.well-known/jwks.json')
        const published = body.keys.find((one: JWK) => one.kid === `fixed-${alg}`)
        expect(published).toMatchObject({ alg, use: 'sig' })
        for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'key_ops', 'ext'])
          expect(published).not.toHaveProperty(secret)
      } finally {
        await service.close()
      }
    }
  },
)

test('a verification-only key is published and never signs', async () => {
  const [retired, current] = [await privateJwk('RS256'), await privateJwk('ES256')]
  write([
    { ...retired, key_ops: ['verify'] },
    { ...current, key_ops: ['sign', 'verify'] },
  ])
  expect(kids()).toEqual([
    ['fixed-RS256', false],
    ['fixed-ES256', true],
  ])
  const service = await startAuth({ auth: { signingKeyFile: path }, on: usual })
  try {
    const { accessToken } = await service.person()
    const header = JSON.parse(Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'fixed-ES256' })
  } finally {
    await service.close()
  }
})

test('a key without a kid is identified by its thumbprint', async () => {
  write({ ...(await privateJwk()), kid: undefined })
  expect(kids()).toEqual([[expect.stringMatching(/^[\w-]{43}$/), true]])
})

/** Each is a file's text, derived from a valid key. */
const BAD: Record<string, (key: JWK) => unknown> = {
  'no JSON': (key) => `${JSON.stringify(key)} "${key.d}`,
  'nothing in it': () => '',
  'an empty array': () => [],
  'an empty set': () => ({ keys: [] }),
  'only the public half': (key) => ({ ...key, d: undefined }),
  'only keys for verification': (key) => [{ ...key, key_ops: ['verify'] }],
  'a key for encryption': (key) => ({ ...key, use: 'enc' }),
  'another curve': (key) => ({ ...key, crv: 'P-384' }),
  'another algorithm': (key) => ({ ...key, alg: 'ES512' }),
  'a shared secret': async () =>
    exportJWK(await generateSecret('HS256', { extractable: true })).then((key) => [key]),
  'halves of two keys': async (key) => ({ ...key, d: (await privateJwk()).d }),
  'a point off the curve': (key) => ({ ...key, y: key.x }),
  'a damaged private half': (key) => ({ ...key, d: 'AAAA' }),
  'a good key and a bad one': (key) => [key, { ...key, kid: 'other', d: 'AAAA' }],
  'two keys of one name': async (key) => [key, { ...(await privateJwk()), kid: key.kid }],
}

test.each(Object.keys(BAD))(
  'a key file with %s prevents startup, and the error does not quote the key',
  async (name) => {
    const key = await privateJwk()
    write(await BAD[name]?.(key))
    const started = startAuth({ auth: { signingKeyFile: path }, on: usual })
    await expect(started).rejects.toThrow(ConfigError)
    await expect(started).rejects.toThrow(/^AUTH_SIGNING_KEY_FILE: /)
    const message = await started.catch(String)
    for (const part of [key.d, key.x, key.y]) expect(message).not.toContain(part)
  },
)

test('an RSA key under 2,048 bits is refused', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  write(privateKey.export({ format: 'jwk' }))
  expect(() => readKeyFile(path)).toThrow(/2,048 bits/)
})

test('a missing key file is refused', () => {
  expect(() => readKeyFile(join(folder, 'nowhere.json'))).toThrow(ConfigError)
})

test('the key set is cacheable, but an error response is not', async () => {
  const service = await startAuth({ on: usual })
  try {
    const good = await service.call('GET', '/.well-known/jwks.json')
    expect([good.status, good.headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
    service.setNow(new Date(Date.now() + 61_000))
    await service.pool.query('alter table auth.signing_keys rename to signing_keys_away')
    const bad = await service.call('GET', '/.well-known/jwks.json')
    await service.pool.query('alter table auth.signing_keys_away rename to signing_keys')
    expect([bad.status, bad.headers.get('cache-control')]).toEqual([500, 'no-store'])
  } finally {
    await service.close()
  }
})
