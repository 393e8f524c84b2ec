import type { Queryable } from '#server/db/pool.ts'
import { type Fragment, maybeRow, raw, sql } from '#server/db/sql.ts'
import type { FactorRow } from './factor-store.ts'
import type { SessionRow } from './session-store.ts'
import {
  type IdentityRow,
  presentedUserColumns,
  type PresentedUserRow,
  userColumns,
  type UserRow,
} from './user-store.ts'

/** How an account signs in, and its second factors. */
export interface WaysIn {
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** A token's account and session; null when the session does not belong to the account or has ended. */
export interface FoundSession {
  user: UserRow
  session: SessionRow | null
}

const SESSION = [
  'id',
  'user_id',
  'refresh_key',
  'refresh_counter',
  'refreshed_at',
  'raised_counter',
  'aal',
  'amr',
  'not_after',
  'created_at',
] as const satisfies readonly (keyof SessionRow)[]

const of = (columns: Fragment) => raw(`users.${columns.text.split(/,\s*/).join(', users.')}`)

const presented = of(presentedUserColumns)

const columns = raw(
  `${of(userColumns).text}, ${SESSION.map((name) => `sessions.${name} as session_${name}`).join(', ')}`,
)

const waysIn = raw(
  `(select coalesce(json_agg(identities order by created_at, id), '[]') from auth.identities
      where user_id = users.id) as identities,
    (select coalesce(json_agg(json_build_object('id', id, 'user_id', user_id, 'friendly_name', friendly_name,
        'factor_type', factor_type, 'status', status, 'last_challenged_at', last_challenged_at, 'created_at', created_at,
        'updated_at', updated_at) order by created_at, id), '[]') from auth.factors
      where user_id = users.id) as factors`,
)

type Row = UserRow & Record<`session_${string}`, unknown>

/** Reads a token's account and session together, because every authenticated call needs them (AUTH §1.8). */
export async function findSession(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<FoundSession | null> {
  const row = await maybeRow<Row>(
    db,
    sql`select ${columns}
      from auth.users left join auth.sessions on sessions.id = ${sessionId} and sessions.user_id = users.id
      where users.id = ${userId} and users.deleted_at is null`,
  )
  return row === null ? null : foundOf(row)
}

/** The response of GET /user with the requesting session; null if it has ended. */
export interface OwnAccount extends WaysIn {
  user: PresentedUserRow
  session: { not_after: string | null } | null
}

/**
 * Clients request it on every page, so it is one statement and one column: parsing thirty columns costs as much as
 * everything PostgreSQL does.
 */
export async function findOwnAccount(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<OwnAccount | null> {
  const row = await maybeRow<{
    account: PresentedUserRow & WaysIn & { session: OwnAccount['session'] }
  }>(
    db,
    sql`select row_to_json(found) as account from (
        select ${presented}, ${waysIn},
          (select row_to_json(own) from (select not_after from auth.sessions
            where id = ${sessionId} and user_id = users.id) own) as session
        from auth.users where users.id = ${userId} and users.deleted_at is null) found`,
  )
  if (row === null) return null
  const { session, identities, factors } = row.account
  return {
    user: withZ(row.account),
    session: session && withZ(session),
    ...inUtc({ identities, factors }),
  }
}

/** How a person signs in. */
export async function waysInOf(db: Queryable, userId: string): Promise<WaysIn> {
  const row = await maybeRow<WaysIn>(
    db,
    sql`select ${waysIn} from auth.users where users.id = ${userId}`,
  )
  return row === null ? { identities: [], factors: [] } : inUtc(row)
}

function foundOf(row: Row): FoundSession {
  if (row['session_id'] === null) return { user: row, session: null }
  const session = Object.fromEntries(SESSION.map((name) => [name, row[`session_${name}`]]))
  return { user: row, session: session as unknown as SessionRow }
}

/** PostgreSQL writes '+00:00' in JSON where rows say 'Z'. */
function inUtc({ identities, factors }: WaysIn): WaysIn {
  return { identities: identities.map(withZ), factors: factors.map(withZ) }
}

const TIME = /_(at|until|after)$/

/**
 * Changes the row itself. It was just parsed for us, and copying its thirty fields costs a twentieth of the request.
 */
function withZ<T extends object>(row: T): T {
  const fields = row as Record<string, unknown>
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string' && value.endsWith('+00:00') && TIME.test(name))
      fields[name] = value.replace('+00:00', 'Z')
  }
  return row
}
