import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import type { SigningKey } from './signing-keys.ts'

const base = { kid: z.string().min(1).max(200).optional(), d: z.string().min(1) }
const ecKey = z.looseObject({
  ...base,
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal('ES256').optional(),
  x: z.string().min(1),
  y: z.string().min(1),
})
const rsaKey = z.looseObject({
  ...base,
  kty: z.literal('RSA'),
  alg: z.literal('RS256').optional(),
  n: z.string().min(342, 'must have 2,048 bits at least'),
  e: z.string().min(1),
})
const privateKey = z.discriminatedUnion('kty', [ecKey, rsaKey])
const keyFile = z.union([
  privateKey.transform((key) => [key]),
  z.object({ keys: z.array(privateKey).min(1) }).transform(({ keys }) => keys),
])

type PrivateJwk = z.output<typeof privateKey>

/**
 * The keys of a file, the one that signs first; further ones are only published. Throws Error, without a word of
 * the key, when the file cannot be read or holds no private RS256 or ES256 key.
 */
export function readKeyFile(path: string): () => Promise<SigningKey[]> {
  const parsed = keyFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) {
    throw new Error('AUTH_SIGNING_KEY_FILE: is no private JWK (or JWKS) for RS256 or ES256')
  }
  let ready: Promise<SigningKey[]> | null = null
  return () => (ready ??= Promise.all(parsed.data.map(signingKeyOf)))
}

async function signingKeyOf(key: PrivateJwk): Promise<SigningKey> {
  const alg = key.kty === 'EC' ? 'ES256' : 'RS256'
  const bare: JWK =
    key.kty === 'EC'
      ? { kty: 'EC', crv: key.crv, x: key.x, y: key.y }
      : { kty: 'RSA', n: key.n, e: key.e }
  const kid = key.kid ?? (await calculateJwkThumbprint(bare))
  return {
    kid,
    alg,
    publicJwk: { ...bare, kid, alg, use: 'sig' },
    publicKey: await importJWK(bare, alg),
    privateKey: await importJWK(key as JWK, alg),
    signFrom: new Date(0),
  }
}
