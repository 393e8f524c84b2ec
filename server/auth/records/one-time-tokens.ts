import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { AUTH_LIMITS, AUTH_SECONDS } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { lockOwners } from './user-store.ts'
import type { Keyring } from '#server/keyring/keyring.ts'

export type TokenKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'

export interface TokenRow {
  id: string
  user_id: string
  kind: TokenKind
  email: string
  code_hash: Buffer | null
  password_hash: string | null
  user_metadata: Record<string, unknown> | null
  code_challenge: string | null
}

/** The action that a mailed token authorizes. */
export interface NewToken {
  userId: string
  kind: TokenKind
  email: string
  /** Present when a PKCE client made the request: the link then ends in an auth code. */
  codeChallenge: string | null
  /** A sign-up's own password hash and data, applied when this very token is confirmed. */
  passwordHash?: string | null
  userMetadata?: Record<string, unknown>
}

/** The two ways to redeem one mail: the link's token and the six digits. Neither is stored. */
export interface MailedToken {
  link: string
  code: string
}

const columns = raw(
  'id, user_id, kind, email, code_hash, password_hash, user_metadata, code_challenge',
)

/** Clients recognise by this prefix that a link ends in an auth code. */
const PKCE_PREFIX = 'pkce_'
/** The maximum number of pending sign-ups of one address that may be valid at the same time. */
const MAX_PER_KIND = 10

export const isPkceToken = (token: string): boolean => token.startsWith(PKCE_PREFIX)

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)
const hashOf = (token: string) => createHash('sha256').update(token).digest()

function codeHash(keys: Keyring, kind: TokenKind, email: string, code: string): Buffer {
  return keys.mac('mailed code', kind, email, code)
}

/** Returns whether a row's code is this one, by whichever version of the key it was stored with. */
function isCodeOf(keys: Keyring, { code_hash, kind, email }: TokenRow, code: string): boolean {
  return keys.versions.some((version) => {
    const hash = keys.macBy(version, 'mailed code', kind, email, code)
    return code_hash !== null && hash !== null && timingSafeEqual(code_hash, hash)
  })
}

/** Stores a new token and returns what to mail. Deleting replaced tokens is the caller's job. */
export async function issueToken(
  tx: Queryable,
  keys: Keyring,
  token: NewToken,
  now: Date,
): Promise<MailedToken> {
  const link = (token.codeChallenge === null ? '' : PKCE_PREFIX) + randomBytes(16).toString('hex')
  const code = randomInt(10 ** AUTH_LIMITS.codeDigits)
    .toString()
    .padStart(AUTH_LIMITS.codeDigits, '0')
  const metadata = token.userMetadata === undefined ? null : JSON.stringify(token.userMetadata)
  await execute(
    tx,
    sql`insert into auth.one_time_tokens (user_id, kind, email, token_hash, code_hash, code_expires_at,
        password_hash, user_metadata, code_challenge, created_at, expires_at)
      values (${token.userId}, ${token.kind}, ${token.email}, ${hashOf(link)},
        ${codeHash(keys, token.kind, token.email, code)}, ${later(now, AUTH_SECONDS.code)},
        ${token.passwordHash ?? null}, ${metadata}, ${token.codeChallenge}, ${now}, ${later(now, AUTH_SECONDS.link)})`,
  )
  return { link, code }
}

/** Reads a link's token without consuming it. */
export function peekToken(
  db: Queryable,
  link: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<TokenRow | null> {
  return maybeRow<TokenRow>(
    db,
    sql`select ${columns} from auth.one_time_tokens
      where token_hash = ${hashOf(link)} and kind = any(${kinds}) and expires_at > ${now}`,
  )
}

/** Consumes a link's token: the first caller gets it, all others get null. Locks its owner first. */
export async function takeToken(
  tx: Queryable,
  link: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<TokenRow | null> {
  await lockOwners(
    tx,
    sql`select user_id from auth.one_time_tokens where token_hash = ${hashOf(link)}`,
  )
  return maybeRow<TokenRow>(
    tx,
    sql`delete from auth.one_time_tokens
      where token_hash = ${hashOf(link)} and kind = any(${kinds}) and expires_at > ${now}
      returning ${columns}`,
  )
}

/**
 * Consumes the token with this code. A wrong code counts against every code it could have been. Locks their owners
 * first.
 */
export async function takeTokenByCode(
  tx: Queryable,
  keys: Keyring,
  given: { email: string; code: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<TokenRow | null> {
  await lockOwners(
    tx,
    sql`select user_id from auth.one_time_tokens where email = ${given.email} and kind = any(${given.kinds})`,
  )
  const candidates = await rows<TokenRow>(
    tx,
    sql`select ${columns} from auth.one_time_tokens
      where email = ${given.email} and kind = any(${given.kinds}) and code_expires_at > ${now}
        and tries < ${AUTH_LIMITS.codeTries}
      order by created_at for update`,
  )
  const match = candidates.find((row) => isCodeOf(keys, row, given.code))
  if (match === undefined) {
    const ids = candidates.map((row) => row.id)
    await execute(tx, sql`update auth.one_time_tokens set tries = tries + 1 where id = any(${ids})`)
    return null
  }
  await execute(tx, sql`delete from auth.one_time_tokens where id = ${match.id}`)
  return match
}

/**
 * Invalidates a user's pending links and codes, of all or some kinds. Null stands for all, and also ends codes for which
 * a link or a return from Google was already exchanged, and Google accounts that are being added.
 */
export async function deleteTokensOf(
  tx: Queryable,
  userId: string,
  kinds: readonly TokenKind[] | null,
): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.one_time_tokens
      where user_id = ${userId} and (${kinds}::text[] is null or kind = any(${kinds}::text[]))`,
  )
  if (kinds === null)
    await execute(
      tx,
      sql`delete from auth.flow_states where ${userId} in (user_id, linking_user_id)`,
    )
}

/**
 * Invalidates the sign-up links that carry this exact password, or no password, because a repeated mail replaces them.
 */
export async function deleteSignupTokensWith(
  tx: Queryable,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.one_time_tokens
      where user_id = ${userId} and kind = 'signup' and password_hash is not distinct from ${passwordHash}`,
  )
}

/** Keeps the newest few pending sign-ups of an account. */
export async function deleteOldestSignups(tx: Queryable, userId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens where user_id = ${userId} and kind = 'signup'
      order by created_at desc offset ${MAX_PER_KIND})`,
  )
}
