import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Returns the certificates of all documents as one PEM file, newest first. */
export const signingCertificates = async (db: Queryable): Promise<string> =>
  (
    await rows<{ pem: string }>(
      db,
      sql`select pem from signing_certificates order by created_at desc, fingerprint`,
    )
  )
    .map(({ pem }) => pem)
    .join('')

/** A self-signed certificate of this server. */
export interface OwnCertificate {
  pem: string
  sealed_key: Buffer
}

/**
 * Returns the newest self-signed certificate; null before the first. Until the transaction ends, no other process can
 * create one.
 */
export async function newestOwn(tx: Tx): Promise<OwnCertificate | null> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('signing_certificates', 0))`)
  return maybeRow<OwnCertificate>(
    tx,
    sql`select pem, sealed_key from signing_certificates where sealed_key is not null
      order by created_at desc, fingerprint limit 1`,
  )
}

/** Stores a certificate for good; a no-op if it is stored already. `fingerprint`: SHA-256 of the DER in hex. */
export const keepCertificate = (
  db: Queryable,
  kept: { fingerprint: string; pem: string; sealedKey: Buffer | null; now: Date },
) =>
  execute(
    db,
    sql`insert into signing_certificates (fingerprint, pem, sealed_key, created_at)
      values (${kept.fingerprint}, ${kept.pem}, ${kept.sealedKey}, ${kept.now}) on conflict do nothing`,
  )
