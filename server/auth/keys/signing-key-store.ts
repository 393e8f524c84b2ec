import type { JWK } from 'jose'
import type { Queryable } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'

export interface SigningKeyRow {
  kid: string
  alg: 'ES256'
  public_jwk: JWK
  sealed_private_jwk: Buffer
  created_at: string
  sign_from: string
}

/** An arbitrary number, the same in every process. The holder of this lock checks the keys and creates missing ones. */
const KEYS_LOCK = 7_221_949

/** Every stored key, in the order in which they start to sign. */
export function allSigningKeys(db: Queryable): Promise<SigningKeyRow[]> {
  return rows<SigningKeyRow>(
    db,
    sql`select kid, alg, public_jwk, sealed_private_jwk, created_at, sign_from from auth.signing_keys order by sign_from`,
  )
}

/** Locks key creation and deletion until the transaction ends. */
export async function lockSigningKeys(tx: Queryable): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(${KEYS_LOCK})`)
}

export async function insertSigningKey(
  tx: Queryable,
  key: { kid: string; publicJwk: JWK; sealedPrivateJwk: Buffer; signFrom: Date; now: Date },
): Promise<void> {
  await execute(
    tx,
    sql`insert into auth.signing_keys (kid, alg, public_jwk, sealed_private_jwk, created_at, sign_from)
      values (${key.kid}, 'ES256', ${JSON.stringify(key.publicJwk)}, ${key.sealedPrivateJwk}, ${key.now}, ${key.signFrom})`,
  )
}

/** Changes when an announced key starts to sign. */
export async function moveSigningKey(tx: Queryable, kid: string, signFrom: Date): Promise<void> {
  await execute(tx, sql`update auth.signing_keys set sign_from = ${signFrom} where kid = ${kid}`)
}

/** Deletes keys whose successor started to sign before `successorSignedBefore`: none of their tokens is still valid. */
export async function deleteRetiredKeys(tx: Queryable, successorSignedBefore: Date): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.signing_keys k where exists (
      select from auth.signing_keys later
      where later.sign_from > k.sign_from and later.sign_from < ${successorSignedBefore})`,
  )
}
