import type { KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthSecrets } from '#server/auth/settings/auth-secrets.ts'
import {
  allSigningKeys,
  deleteRetiredKeys,
  insertSigningKey,
  lockSigningKeys,
  moveSigningKey,
  type SigningKeyRow,
} from './signing-key-store.ts'
import { readKeyFile } from './signing-key-file.ts'

type Key = Awaited<ReturnType<typeof importJWK>> | KeyObject

/** One key of ours, ready for use. `privateKey` is null when it was sealed with another secret, or only verifies. */
export interface SigningKey {
  kid: string
  alg: 'ES256' | 'RS256'
  publicJwk: JWK
  publicKey: Key
  privateKey: Key | null
  signFrom: Date
}

export interface SigningKeys {
  /** The key that signs now. The very first call of an instance makes it. */
  signer(now: Date): Promise<SigningKey>
  /** The key of a token's header, or null when we never published it. */
  byId(kid: string, now: Date): Promise<SigningKey | null>
  /** What the world may know: the previous, the current and the next key, public parts only. */
  published(now: Date): Promise<JWK[]>
}

const DAY_MS = 86_400_000
/** How long one key signs. */
const ROTATE_AFTER_MS = 90 * DAY_MS
/** How long the next key is public before it signs; clients cache for ten minutes (AUTH.md §9). */
const PUBLISH_AHEAD_MS = DAY_MS
/** The same for a rotation by hand: longer than clients and our own processes remember the old list. */
const ROTATE_AHEAD_MS = (AUTH_SECONDS.keysCache + 300) * 1_000
/** A retired key stays public until its last token has expired, and an hour for clocks that differ. */
const KEEP_RETIRED_MS = (AUTH_SECONDS.accessToken + 3_600) * 1_000
/** How long a process trusts what it read; far less than PUBLISH_AHEAD_MS. */
const CACHE_MS = 60_000
/** A token naming an unknown key makes us read again, but not more often than this. */
const REREAD_MS = 5_000

/**
 * Keeps the keys in the database and replaces them in time. Where a file is named, the first of its keys that may sign
 * does so instead; throws ConfigError at once when the file is no good.
 */
export function createSigningKeys(
  pool: Pool,
  secrets: AuthSecrets,
  keyFile: string | null = null,
): SigningKeys {
  const fromFile = keyFile === null ? null : readKeyFile(keyFile)
  const fixed = fromFile?.find((key) => key.privateKey !== null)
  let cached: { keys: SigningKey[]; at: number } | null = null

  async function load(now: Date, maxAgeMs: number): Promise<SigningKey[]> {
    if (cached !== null && Math.abs(now.getTime() - cached.at) < maxAgeMs) return cached.keys
    let keys = await Promise.all((await allSigningKeys(pool)).map((row) => ready(row, secrets)))
    if (fromFile !== null) keys = [...keys, ...fromFile]
    else if (missing(keys, now) !== null)
      keys = await inTransaction(pool, (tx) => complete(tx, secrets, now))
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

/** The newest key whose time has come and that we can still open. */
function current(keys: SigningKey[], now: Date): SigningKey | null {
  return keys.findLast((key) => key.signFrom <= now && key.privateKey !== null) ?? null
}

/** When the key that is missing should start to sign, or null when none is missing. */
function missing(keys: SigningKey[], now: Date): Date | null {
  const signing = current(keys, now)
  if (signing === null) return now
  const hasNext = keys.some((key) => key.signFrom > now)
  const old = now.getTime() - signing.signFrom.getTime() >= ROTATE_AFTER_MS - PUBLISH_AHEAD_MS
  return old && !hasNext ? new Date(now.getTime() + PUBLISH_AHEAD_MS) : null
}

/** Makes what is missing, once: two processes that find it missing together make one key. */
async function complete(tx: Tx, secrets: AuthSecrets, now: Date): Promise<SigningKey[]> {
  await lockSigningKeys(tx)
  const read = async () => Promise.all((await allSigningKeys(tx)).map((row) => ready(row, secrets)))
  const signFrom = missing(await read(), now)
  if (signFrom !== null) await makeKey(tx, secrets, signFrom, now)
  await deleteRetiredKeys(tx, new Date(now.getTime() - KEEP_RETIRED_MS))
  return read()
}

async function makeKey(tx: Tx, secrets: AuthSecrets, signFrom: Date, now: Date): Promise<string> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kid, alg: 'ES256', use: 'sig' }
  const sealedPrivateJwk = secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)))
  await insertSigningKey(tx, { kid, publicJwk, sealedPrivateJwk, signFrom, now })
  return kid
}

/**
 * Announces a new key ahead of its time: it signs as soon as every client must have fetched it. One that is
 * announced already is brought forward. Nothing changes for tokens that are out.
 */
export function rotateSigningKey(
  pool: Pool,
  secrets: AuthSecrets,
  now: Date,
): Promise<{ kid: string; signFrom: Date }> {
  return inTransaction(pool, async (tx) => {
    await lockSigningKeys(tx)
    const soon = new Date(now.getTime() + ROTATE_AHEAD_MS)
    const announced = (await allSigningKeys(tx)).find((row) => new Date(row.sign_from) > now)
    if (announced === undefined) {
      return { kid: await makeKey(tx, secrets, soon, now), signFrom: soon }
    }
    const signFrom = new Date(announced.sign_from)
    if (signFrom <= soon) return { kid: announced.kid, signFrom }
    await moveSigningKey(tx, announced.kid, soon)
    return { kid: announced.kid, signFrom: soon }
  })
}

async function ready(row: SigningKeyRow, secrets: AuthSecrets): Promise<SigningKey> {
  const opened = secrets.open(row.sealed_private_jwk)
  return {
    kid: row.kid,
    alg: row.alg,
    publicJwk: row.public_jwk,
    publicKey: await importJWK(row.public_jwk, row.alg),
    privateKey: opened === null ? null : await importJWK(JSON.parse(opened) as JWK, row.alg),
    signFrom: new Date(row.sign_from),
  }
}
