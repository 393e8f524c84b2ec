import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { JWK } from 'jose'
import { z } from 'zod'
import { ConfigError } from '#server/config/config.ts'
import type { SigningKey } from './signing-key.ts'

const part = z.string().min(1)
/** Members of a JWK that state its purpose (RFC 7517 §4). They are read here and never passed to the import. */
const base = {
  kid: z.string().min(1).max(100).optional(),
  use: z.literal('sig').optional(),
  key_ops: z.array(z.string()).optional(),
  d: part,
}
const ecKey = z.object({
  ...base,
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal('ES256').optional(),
  x: part,
  y: part,
})
const rsaKey = z.object({
  ...base,
  kty: z.literal('RSA'),
  alg: z.literal('RS256').optional(),
  n: part,
  e: part,
  p: part,
  q: part,
  dp: part,
  dq: part,
  qi: part,
})
const privateKey = z.discriminatedUnion('kty', [ecKey, rsaKey])
const keyFile = z.union([
  privateKey.transform((key) => [key]),
  z.array(privateKey).min(1),
  z.object({ keys: z.array(privateKey).min(1) }).transform(({ keys }) => keys),
])

type PrivateJwk = z.output<typeof privateKey>

const MIN_RSA_BITS = 2_048

/**
 * Reads and imports a file's keys: one private JWK, an array of them, or a set (`{"keys": […]}`). The first key that
 * may sign is used for signing; one whose `key_ops` lack "sign" is published for verification only, with `privateKey`
 * null. Throws ConfigError, which never quotes the file, when it cannot be read or any key is unusable.
 */
export function readKeyFile(path: string): SigningKey[] {
  const parsed = keyFile.safeParse(contentOf(path))
  if (!parsed.success)
    throw problem('holds no private JWK (or array, or set of them) for RS256 or ES256')
  const keys = parsed.data.map(signingKeyOf)
  if (new Set(keys.map((key) => key.kid)).size < keys.length)
    throw problem('names two of its keys the same (kid)')
  if (keys.every((key) => key.privateKey === null))
    throw problem('holds no key that may sign: every "key_ops" lacks "sign"')
  return keys
}

function contentOf(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the offending text.
    throw problem('is not JSON')
  }
}

function signingKeyOf(key: PrivateJwk): SigningKey {
  const alg = key.kty === 'EC' ? 'ES256' : 'RS256'
  const bare = barePublic(key)
  const kid = key.kid ?? thumbprint(bare)
  const pair = importPair(key, bare)
  const maySign = key.key_ops === undefined || key.key_ops.includes('sign')
  return {
    kid,
    alg,
    publicJwk: { ...bare, kid, alg, use: 'sig' },
    publicKey: pair.publicKey,
    privateKey: maySign ? pair.privateKey : null,
    signFrom: new Date(0),
  }
}

/** Imports both halves and signs with them once: halves of two different keys import without complaint. */
function importPair(key: PrivateJwk, bare: JWK): { publicKey: KeyObject; privateKey: KeyObject } {
  let publicHalf: KeyObject
  let privateHalf: KeyObject
  let isPair: boolean
  try {
    publicHalf = createPublicKey({ format: 'jwk', key: bare })
    privateHalf = createPrivateKey({ format: 'jwk', key })
    const probe = Buffer.from('probe')
    isPair = verify('sha256', probe, publicHalf, sign('sha256', probe, privateHalf))
  } catch {
    throw problem('holds a key that cannot be imported')
  }
  if (!isPair) throw problem('holds a key whose private half does not belong to its public half')
  if ((publicHalf.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS)
    throw problem(`holds an RSA key of less than ${MIN_RSA_BITS.toLocaleString('en')} bits`)
  return { publicKey: publicHalf, privateKey: privateHalf }
}

/** The members of the public key, in lexical order (RFC 7638 §3). */
function barePublic(key: PrivateJwk): JWK {
  return key.kty === 'EC'
    ? { crv: key.crv, kty: key.kty, x: key.x, y: key.y }
    : { e: key.e, kty: key.kty, n: key.n }
}

/** RFC 7638. Not jose's, which is asynchronous: the file is read while the process is assembled. */
function thumbprint(bare: JWK): string {
  return createHash('sha256').update(JSON.stringify(bare)).digest('base64url')
}

function problem(sentence: string): ConfigError {
  return new ConfigError(`AUTH_SIGNING_KEY_FILE: ${sentence}.`)
}
