import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'

/** A proof of identity of a session; newest first. */
export interface AmrEntry {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

export interface SessionRow {
  id: string
  user_id: string
  refresh_key: Buffer
  refresh_counter: number
  /** The version of the server key of its current refresh token. */
  refresh_version: number
  refreshed_at: string
  /**
   * The counter at which a second factor raised the session: older tokens never continue it. Null when it was never
   * raised.
   */
  raised_counter: number | null
  aal: 'aal1' | 'aal2'
  amr: AmrEntry[]
  not_after: string | null
  created_at: string
}

/** Where a session was opened, for the list of one's own sessions. */
export interface ClientInfo {
  ip: string
  userAgent: string | null
}

const columns = raw(
  `id, user_id, refresh_key, refresh_counter, refresh_version, refreshed_at, raised_counter, aal, amr, not_after, created_at`,
)

export interface NewSession {
  userId: string
  refreshKey: Buffer
  /** The version of the server key for its first refresh token. */
  keyVersion: number
  amr: AmrEntry[]
  client: ClientInfo
  /** Two factors at once (a passkey) open it at aal2. */
  aal: SessionRow['aal']
  /** When it ends, however often it is refreshed; null for never. */
  notAfter: Date | null
}

export function insertSession(tx: Queryable, session: NewSession, now: Date): Promise<SessionRow> {
  const { userId, refreshKey, keyVersion, amr, aal, client, notAfter } = session
  return oneRow<SessionRow>(
    tx,
    sql`insert into auth.sessions (user_id, refresh_key, refresh_version, refresh_version_before, refreshed_at, amr, aal, user_agent, ip, not_after, created_at)
      values (${userId}, ${refreshKey}, ${keyVersion}, ${keyVersion}, ${now}, ${JSON.stringify(amr)}, ${aal}, ${client.userAgent}, ${client.ip}, ${notAfter}, ${now})
      returning ${columns}`,
  )
}

/** Returns the session, locked against other refreshes until the transaction ends. */
export function lockSession(tx: Queryable, id: string): Promise<SessionRow | null> {
  return maybeRow<SessionRow>(
    tx,
    sql`select ${columns} from auth.sessions where id = ${id} for update`,
  )
}

/** Advances a locked session to its next refresh token, with this version of the server key. */
export function advanceSession(
  tx: Queryable,
  id: string,
  keyVersion: number,
  now: Date,
): Promise<SessionRow> {
  return oneRow<SessionRow>(
    tx,
    sql`update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = ${now},
        refresh_version_before = refresh_version, refresh_version = ${keyVersion}
      where id = ${id} returning ${columns}`,
  )
}

/** Ends one session: its refresh token and all its access tokens become invalid with the row. */
export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await execute(db, sql`delete from auth.sessions where id = ${id}`)
}

/** Ends every session of a user, except `keep` when given. */
export async function deleteSessionsOf(
  db: Queryable,
  userId: string,
  keep: string | null,
): Promise<void> {
  await execute(
    db,
    sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${keep}::uuid`,
  )
}

/** A session as its owner sees it in a list. */
export interface ListedSession {
  id: string
  created_at: string
  refreshed_at: string
  user_agent: string | null
}

/** More than anyone would read; the oldest are left out. */
const LISTED = 100

/** A person's live sessions: `first` before the others, which are ordered by latest use. */
export function liveSessionsOf(
  db: Queryable,
  userId: string,
  first: string,
  now: Date,
): Promise<ListedSession[]> {
  return rows<ListedSession>(
    db,
    sql`select id, created_at, refreshed_at, user_agent from auth.sessions
      where user_id = ${userId} and (not_after is null or not_after > ${now})
      order by id = ${first} desc, refreshed_at desc, id limit ${LISTED}`,
  )
}

/** Ends one of a person's sessions; false when they have none with that id. */
export async function deleteOwnSession(
  db: Queryable,
  userId: string,
  id: string,
): Promise<boolean> {
  return (
    (await execute(db, sql`delete from auth.sessions where id = ${id} and user_id = ${userId}`)) > 0
  )
}

/** Raises a locked session and advances it by two refresh tokens. Earlier ones are refused from now on. */
export function raiseSession(
  tx: Queryable,
  id: string,
  amr: AmrEntry[],
  now: Date,
): Promise<SessionRow> {
  return oneRow<SessionRow>(
    tx,
    sql`update auth.sessions set refresh_counter = refresh_counter + 2, raised_counter = refresh_counter + 2,
        refreshed_at = ${now}, aal = 'aal2', amr = ${JSON.stringify(amr)} where id = ${id} returning ${columns}`,
  )
}

/** Records a proof of a locked session, newest first. */
export async function setSessionMethods(
  tx: Queryable,
  id: string,
  amr: readonly AmrEntry[],
): Promise<void> {
  await execute(tx, sql`update auth.sessions set amr = ${JSON.stringify(amr)} where id = ${id}`)
}

/** Ends a user's sessions that were opened without a second factor. */
export async function deleteUnraisedSessions(tx: Queryable, userId: string): Promise<void> {
  await execute(tx, sql`delete from auth.sessions where user_id = ${userId} and aal = 'aal1'`)
}

/**
 * The methods that proved a session (`amr` in its tokens; the names are the official client's), by authenticator app
 * and by passkey. Each of them raises a session to aal2.
 */
export const SECOND_FACTOR_METHODS = {
  app: ['totp', 'mfa/recovery_code'],
  passkey: ['passkey', 'mfa/webauthn'],
} as const

/** The method of a session that a passkey opened. */
export const PASSKEY_METHOD = SECOND_FACTOR_METHODS.passkey[0]

/** One of them. */
export type SecondFactorMethod =
  (typeof SECOND_FACTOR_METHODS)[keyof typeof SECOND_FACTOR_METHODS][number]

/**
 * Runs after an app or a passkey was removed: no session counts as proven by that kind any more. A proof of the other
 * kind stays valid.
 */
export async function lowerSessions(
  tx: Queryable,
  userId: string,
  removed: keyof typeof SECOND_FACTOR_METHODS,
): Promise<void> {
  const held = SECOND_FACTOR_METHODS[removed === 'app' ? 'passkey' : 'app']
  await execute(
    tx,
    sql`update auth.sessions set amr = (
        select coalesce(jsonb_agg(entry order by place), '[]') from jsonb_array_elements(amr) with ordinality as e (entry, place)
        where entry ->> 'method' <> all(${SECOND_FACTOR_METHODS[removed]})),
      aal = case when exists (select from jsonb_array_elements(amr) as entry
        where entry ->> 'method' = any(${held})) then 'aal2' else 'aal1' end
      where user_id = ${userId} and aal = 'aal2'`,
  )
}
