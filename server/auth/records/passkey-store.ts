import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'

/** A row of auth.passkeys as its owner sees it. */
export interface PasskeyRow {
  id: string
  friendly_name: string
  created_at: string
  last_used_at: string | null
}

/** The same, with what is needed to check a signature. */
export interface CheckedPasskeyRow extends PasskeyRow {
  user_id: string
  credential_id: Buffer
  /** COSE. */
  public_key: Buffer
  sign_count: number
  transports: string[]
}

/**
 * The purpose of a challenge: a new passkey, signing in with one, or confirming with one that the person is still its
 * owner.
 */
export type ChallengePurpose = 'register' | 'sign_in' | 'confirm'

const shown = raw('id, friendly_name, created_at, last_used_at')
const checked = raw(
  `id, friendly_name, created_at, last_used_at, user_id, credential_id, public_key,
    sign_count::float8 as sign_count, transports`,
)

/** Returns someone's passkeys, oldest first. */
export function passkeysOf(db: Queryable, userId: string): Promise<CheckedPasskeyRow[]> {
  return rows<CheckedPasskeyRow>(
    db,
    sql`select ${checked} from auth.passkeys where user_id = ${userId} order by created_at, id`,
  )
}

/** Returns the owner of a passkey, by its authenticator's name for it; null for one that no account knows. */
export function ownerOfPasskey(
  db: Queryable,
  credentialId: Buffer,
): Promise<{ user_id: string } | null> {
  return maybeRow<{ user_id: string }>(
    db,
    sql`select user_id from auth.passkeys where credential_id = ${credentialId}`,
  )
}

/**
 * Returns one of this person's passkeys, locked, because two answers must not count from the same number. Null when it
 * is not theirs.
 */
export function lockPasskey(
  tx: Queryable,
  userId: string,
  credentialId: Buffer,
): Promise<CheckedPasskeyRow | null> {
  return maybeRow<CheckedPasskeyRow>(
    tx,
    sql`select ${checked} from auth.passkeys
      where credential_id = ${credentialId} and user_id = ${userId} for update`,
  )
}

export interface NewPasskey {
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: readonly string[]
  friendlyName: string
}

/** Null when some account already has this exact passkey. */
export function insertPasskey(
  tx: Queryable,
  passkey: NewPasskey,
  now: Date,
): Promise<PasskeyRow | null> {
  const { userId, credentialId, publicKey, signCount, transports, friendlyName } = passkey
  return maybeRow<PasskeyRow>(
    tx,
    sql`insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at)
      values (${userId}, ${credentialId}, ${publicKey}, ${signCount}, ${transports}, ${friendlyName}, ${now})
      on conflict (credential_id) do nothing returning ${shown}`,
  )
}

/** Records that a passkey signed, and the count it signed with. */
export async function notePasskeyUse(
  tx: Queryable,
  id: string,
  signCount: number,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update auth.passkeys set sign_count = ${signCount}, last_used_at = ${now} where id = ${id}`,
  )
}

/** Null when this person has none with that id. */
export function renamePasskey(
  tx: Queryable,
  { userId, id, friendlyName }: { userId: string; id: string; friendlyName: string },
): Promise<PasskeyRow | null> {
  return maybeRow<PasskeyRow>(
    tx,
    sql`update auth.passkeys set friendly_name = ${friendlyName}
      where id = ${id} and user_id = ${userId} returning ${shown}`,
  )
}

/** False when this person has none with that id. */
export async function deletePasskey(
  tx: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  return (
    (await execute(tx, sql`delete from auth.passkeys where id = ${id} and user_id = ${userId}`)) > 0
  )
}

/** Removes what was added since a given moment. */
export async function deletePasskeysAddedSince(
  tx: Queryable,
  userId: string,
  since: string,
): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.passkeys where user_id = ${userId} and created_at >= ${since}`,
  )
}

/** Who may answer a challenge: the session that asked (null while someone signs in), from the same address. */
interface Bound {
  purpose: ChallengePurpose
  sessionId: string | null
  ip: string
}

/** Challenges are stored as their hash: a stolen copy of the table answers none of them. */
export const challengeHash = (challenge: string): Buffer =>
  createHash('sha256').update(`passkey challenge ${challenge}`).digest()

/** Stores a challenge, in base64url as the browser gets it. Returns its id. */
export async function insertPasskeyChallenge(
  db: Queryable,
  challenge: Bound & { challenge: string; expiresAt: Date },
  now: Date,
): Promise<string> {
  const { purpose, sessionId, ip, expiresAt } = challenge
  const { id } = await oneRow<{ id: string }>(
    db,
    sql`insert into auth.passkey_challenges (purpose, session_id, challenge_hash, ip, created_at, expires_at)
      values (${purpose}, ${sessionId}, ${challengeHash(challenge.challenge)}, ${ip}, ${now}, ${expiresAt})
      returning id`,
  )
  return id
}

/** Consumes a challenge: the first caller gets it, every later one null, and so does any caller it is not bound to. */
export function takePasskeyChallenge(
  db: Queryable,
  { id, purpose, sessionId, ip }: Bound & { id: string },
): Promise<{ challenge_hash: Buffer; expires_at: string } | null> {
  return maybeRow<{ challenge_hash: Buffer; expires_at: string }>(
    db,
    sql`delete from auth.passkey_challenges where id = ${id} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId}::uuid and ip = ${ip}
      returning challenge_hash, expires_at`,
  )
}
