import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import {
  allSigningKeys,
  deleteRetiredKeys,
  insertSigningKey,
  lockSigningKeys,
  moveSigningKey,
  type SigningKeyRow,
} from './signing-key-store.ts'
import type { SigningKey } from './signing-key.ts'
import { readKeyFile } from './signing-key-file.ts'

export interface SigningKeys {
  /** Returns the key that signs now. The very first call of an installation creates it. */
  signer(now: Date): Promise<SigningKey>
  /** Returns the key named in a token's header, or null when we never published it. */
  byId(kid: string, now: Date): Promise<SigningKey | null>
  /** Returns the published set: the previous, the current and the next key, public parts only. */
  published(now: Date): Promise<JWK[]>
}

const DAY_MS = 86_400_000
/** How long one key signs. */
const ROTATE_AFTER_MS = 90 * DAY_MS
/** How long the next key is published before it signs; clients cache for ten minutes (AUTH §9). */
const PUBLISH_AHEAD_MS = DAY_MS
/** The same for a manual rotation: longer than clients and our own processes cache the old set. */
const ROTATE_AHEAD_MS = (AUTH_SECONDS.keysCache + 300) * 1_000
/** A retired key stays published until its last token has expired, plus an hour for clock skew. */
const KEEP_RETIRED_MS = (AUTH_SECONDS.accessToken + 3_600) * 1_000
/**
 * The first key is valid from this long before its creation: a request that began a moment earlier uses its own time,
 * and would otherwise find no valid key.
 */
const MADE_BEHIND_MS = 300_000
/** How long a process caches the set; far less than PUBLISH_AHEAD_MS. */
const CACHE_MS = 60_000
/** A token naming an unknown key triggers a reread, but at most once per this interval. */
const REREAD_MS = 5_000

/**
 * Stores the keys in the database and rotates them. When a file is configured, its first signing key is used instead;
 * throws ConfigError immediately if the file is invalid.
 */
export function createSigningKeys(
  pool: Pool,
  keyring: Keyring,
  keyFile: string | null = null,
): SigningKeys {
  const fromFile = keyFile === null ? null : readKeyFile(keyFile)
  const fixed = fromFile?.find((key) => key.privateKey !== null)
  let cached: { keys: SigningKey[]; at: number } | null = null

  async function load(now: Date, maxAgeMs: number): Promise<SigningKey[]> {
    if (cached !== null && Math.abs(now.getTime() - cached.at) < maxAgeMs) return cached.keys
    let keys = await Promise.all((await allSigningKeys(pool)).map((row) => ready(row, keyring)))
    if (fromFile !== null) keys = [...keys, ...fromFile]
    else if (missing(keys, now) !== null)
      keys = await inTransaction(pool, (tx) => complete(tx, keyring, now))
    cached = { keys, at: now.getTime() }
    return keys
  }

  return {
    async signer(now) {
      const key = fixed ?? current(await load(now, CACHE_MS), now)
      if (key === null) throw new Error('no key signs, though one was just made')
      return key
    },
    async byId(kid, now) {
      const find = (keys: SigningKey[]) => keys.find((key) => key.kid === kid) ?? null
      return find(await load(now, CACHE_MS)) ?? find(await load(now, REREAD_MS))
    },
    async published(now) {
      return (await load(now, CACHE_MS)).map((key) => key.publicJwk)
    },
  }
}

/** The newest key whose time has come and that we can unseal. */
function current(keys: SigningKey[], now: Date): SigningKey | null {
  return keys.findLast((key) => key.signFrom <= now && key.privateKey !== null) ?? null
}

/** Returns when the missing key should start to sign, or null when none is missing. */
function missing(keys: SigningKey[], now: Date): Date | null {
  const signing = current(keys, now)
  if (signing === null) return new Date(now.getTime() - MADE_BEHIND_MS)
  const hasNext = keys.some((key) => key.signFrom > now)
  const old = now.getTime() - signing.signFrom.getTime() >= ROTATE_AFTER_MS - PUBLISH_AHEAD_MS
  return old && !hasNext ? new Date(now.getTime() + PUBLISH_AHEAD_MS) : null
}

/** Creates the missing key once: two processes that both find it missing create one key. */
async function complete(tx: Tx, keyring: Keyring, now: Date): Promise<SigningKey[]> {
  await lockSigningKeys(tx)
  const read = async () => Promise.all((await allSigningKeys(tx)).map((row) => ready(row, keyring)))
  const signFrom = missing(await read(), now)
  if (signFrom !== null) await makeKey(tx, keyring, signFrom, now)
  await deleteRetiredKeys(tx, new Date(now.getTime() - KEEP_RETIRED_MS))
  return read()
}

async function makeKey(tx: Tx, keyring: Keyring, signFrom: Date, now: Date): Promise<string> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kid, alg: 'ES256', use: 'sig' }
  const sealedPrivateJwk = keyring.seal(
    'signing key',
    JSON.stringify(await exportJWK(pair.privateKey)),
  )
  await insertSigningKey(tx, { kid, publicJwk, sealedPrivateJwk, signFrom, now })
  return kid
}

/**
 * Announces a new key, which signs as soon as every client must have fetched it. A key that is already announced is
 * moved forward. Issued tokens are unaffected.
 */
export function rotateSigningKey(
  pool: Pool,
  keyring: Keyring,
  now: Date,
): Promise<{ kid: string; signFrom: Date }> {
  return inTransaction(pool, async (tx) => {
    await lockSigningKeys(tx)
    const soon = new Date(now.getTime() + ROTATE_AHEAD_MS)
    const announced = (await allSigningKeys(tx)).find((row) => new Date(row.sign_from) > now)
    if (announced === undefined) {
      return { kid: await makeKey(tx, keyring, soon, now), signFrom: soon }
    }
    const signFrom = new Date(announced.sign_from)
    if (signFrom <= soon) return { kid: announced.kid, signFrom }
    await moveSigningKey(tx, announced.kid, soon)
    return { kid: announced.kid, signFrom: soon }
  })
}

async function ready(row: SigningKeyRow, keyring: Keyring): Promise<SigningKey> {
  const opened = keyring.open('signing key', row.sealed_private_jwk)
  return {
    kid: row.kid,
    alg: row.alg,
    publicJwk: row.public_jwk,
    publicKey: await importJWK(row.public_jwk, row.alg),
    privateKey: opened === null ? null : await importJWK(JSON.parse(opened) as JWK, row.alg),
    signFrom: new Date(row.sign_from),
  }
}
