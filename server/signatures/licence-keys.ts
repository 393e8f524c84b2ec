import {
  calculateJwkThumbprint,
  CompactSign,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

const ALGORITHM = 'EdDSA'

interface KeyRow {
  kid: string
  sealed: Buffer
}

/** Returns the public keys of all certificates, newest first. */
export const licenceKeys = async (db: Queryable): Promise<JWK[]> =>
  (
    await rows<{ public_jwk: JWK }>(
      db,
      sql`select public_jwk from licence_keys order by created_at desc, kid`,
    )
  ).map(({ public_jwk }) => public_jwk)

/**
 * Signs a text as a compact JWS with the newest key, if this server can decrypt it. Creates the first key, and a new
 * one after the server key was lost. Ed25519 is deterministic: the same text and key give the same bytes.
 */
export async function sign(tx: Tx, keys: Keyring, text: string): Promise<string> {
  // Two concurrent first certificates create only one key.
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('licence_keys', 0))`)
  const { kid, privateJwk } = (await openKey(tx, keys)) ?? (await makeKey(tx, keys))
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JOSE' })
    .sign(await importJWK(privateJwk, ALGORITHM))
}

interface Key {
  kid: string
  privateJwk: JWK
}

async function openKey(tx: Tx, keys: Keyring): Promise<Key | null> {
  const newest = await maybeRow<KeyRow>(
    tx,
    sql`select kid, sealed_private_jwk as sealed from licence_keys order by created_at desc, kid limit 1`,
  )
  const opened = newest === null ? null : keys.open('licence key', newest.sealed)
  return newest === null || opened === null
    ? null
    : { kid: newest.kid, privateJwk: JSON.parse(opened) as JWK }
}

async function makeKey(tx: Tx, keys: Keyring): Promise<Key> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  const publicJwk = { ...bare, kid, alg: ALGORITHM, use: 'sig' }
  const privateJwk = await exportJWK(pair.privateKey)
  await execute(
    tx,
    sql`insert into licence_keys (kid, public_jwk, sealed_private_jwk)
      values (${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${keys.seal('licence key', JSON.stringify(privateJwk))})`,
  )
  return { kid, privateJwk }
}
