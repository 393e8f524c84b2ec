import type { Queryable } from '#server/db/pool.ts'
import { EMAIL_ACCOUNT } from './metadata.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'

/** A row of auth.users. Times are RFC 3339 strings; the hash never leaves the service. */
export interface UserRow {
  id: string
  email: string | null
  password_hash: string | null
  email_confirmed_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  reauthentication_sent_at: string | null
  invited_at: string | null
  new_email: string | null
  email_change_sent_at: string | null
  /** Which of the two addresses of an email change have agreed. */
  email_change_agreed: 'email_change_current' | 'email_change_new' | null
  last_sign_in_at: string | null
  is_anonymous: boolean
  /** The role in its access tokens; `authenticated` unless an administrator set another. */
  role: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  banned_until: string | null
  deleted_at: string | null
  created_at: string
  updated_at: string
}

/** A row of auth.identities: one sign-in method. */
export interface IdentityRow {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

/** The part of an account that its owner may know: nothing secret. */
export type PresentedUserRow = Omit<UserRow, 'password_hash' | 'email_change_agreed'>

/** The columns of a PresentedUserRow. */
export const presentedUserColumns =
  raw(`id, email, email_confirmed_at, confirmation_sent_at, recovery_sent_at,
  reauthentication_sent_at, invited_at, new_email, email_change_sent_at, last_sign_in_at, is_anonymous, role,
  app_metadata, user_metadata, banned_until, deleted_at, created_at, updated_at`)

/** The columns of a UserRow. */
export const userColumns = raw(`${presentedUserColumns.text}, password_hash, email_change_agreed`)

/** The undeleted account with this address (lower-cased), or null. */
export function userByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    db,
    sql`select ${userColumns} from auth.users where email = ${email} and deleted_at is null`,
  )
}

/** The same, locked until the transaction ends. */
export function lockUserByEmail(tx: Queryable, email: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    tx,
    sql`select ${userColumns} from auth.users where email = ${email} and deleted_at is null for update`,
  )
}

export function userById(db: Queryable, id: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    db,
    sql`select ${userColumns} from auth.users where id = ${id} and deleted_at is null`,
  )
}

/** The same, locked until the transaction ends. */
export function lockUser(tx: Queryable, id: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    tx,
    sql`select ${userColumns} from auth.users where id = ${id} and deleted_at is null for update`,
  )
}

/**
 * Locks the accounts that a select returns as `user_id`: the owners of what is about to be consumed. Whatever ends links
 * and codes locks the account first, so the opposite order would deadlock.
 */
export async function lockOwners(tx: Queryable, owners: Statement): Promise<void> {
  await execute(tx, sql`select from auth.users where id in (${owners}) order by id for update`)
}

export interface NewUser {
  id: string
  /** Null only for anonymous people. */
  email: string | null
  passwordHash: string | null
  userMetadata: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  emailConfirmedAt?: Date
  isAnonymous?: boolean
}

/** A new account; null when its address was taken meanwhile. */
export function insertUser(tx: Queryable, user: NewUser, now: Date): Promise<UserRow | null> {
  const appMetadata = user.appMetadata ?? EMAIL_ACCOUNT
  return maybeRow<UserRow>(
    tx,
    sql`insert into auth.users (id, email, password_hash, user_metadata, app_metadata, email_confirmed_at,
        is_anonymous, created_at, updated_at)
      values (${user.id}, ${user.email}, ${user.passwordHash}, ${JSON.stringify(user.userMetadata)},
        ${JSON.stringify(appMetadata)}, ${user.emailConfirmedAt ?? null},
        ${user.isAnonymous ?? false}, ${now}, ${now})
      on conflict (email) where deleted_at is null do nothing
      returning ${userColumns}`,
  )
}

/** The fields of an account that may change; absent means unchanged. */
export interface UserChanges {
  email?: string | null
  password_hash?: string | null
  email_confirmed_at?: Date | null
  confirmation_sent_at?: Date
  recovery_sent_at?: Date
  reauthentication_sent_at?: Date
  invited_at?: Date
  new_email?: string | null
  email_change_sent_at?: Date | null
  email_change_agreed?: UserRow['email_change_agreed']
  last_sign_in_at?: Date
  app_metadata?: Record<string, unknown>
  user_metadata?: Record<string, unknown>
  is_anonymous?: boolean
  role?: string
  banned_until?: Date | null
  deleted_at?: Date
  erased_at?: Date
}

const CHANGEABLE = [
  'email',
  'password_hash',
  'email_confirmed_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'reauthentication_sent_at',
  'invited_at',
  'new_email',
  'email_change_sent_at',
  'email_change_agreed',
  'last_sign_in_at',
  'app_metadata',
  'user_metadata',
  'is_anonymous',
  'role',
  'banned_until',
  'deleted_at',
  'erased_at',
] as const satisfies readonly (keyof UserChanges)[]

/** Changes an account and returns its new row. */
export async function updateUser(
  tx: Queryable,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<UserRow> {
  const names = CHANGEABLE.filter((name) => changes[name] !== undefined)
  const values = names.map((name) => {
    const value = changes[name]
    return name.endsWith('_metadata') ? JSON.stringify(value) : value
  })
  const sets = names.map((name, index) => `${name} = $${index + 3}`)
  const text = `update auth.users set ${['updated_at = $2', ...sets].join(', ')} where id = $1 returning ${userColumns.text}`
  // One prepared statement per combination; PostgreSQL limits names to 63 characters, so they are numbered.
  const combination = names.reduce((bits, name) => bits + 2 ** CHANGEABLE.indexOf(name), 0)
  return oneRow<UserRow>(tx, {
    name: `update-auth-user-${combination}`,
    text,
    values: [id, now, ...values],
  })
}

/** The columns of an IdentityRow. */
export const identityColumns = raw(
  'id, user_id, provider, provider_id, identity_data, email, last_sign_in_at, created_at, updated_at',
)

export function identitiesOf(db: Queryable, userId: string): Promise<IdentityRow[]> {
  return rows<IdentityRow>(
    db,
    sql`select ${identityColumns}
      from auth.identities where user_id = ${userId} order by created_at, id`,
  )
}

/** Returns the account that an external identity opens, or null. */
export async function userIdOfIdentity(
  db: Queryable,
  provider: string,
  providerId: string,
): Promise<string | null> {
  const found = await maybeRow<{ user_id: string }>(
    db,
    sql`select user_id from auth.identities where provider = ${provider} and provider_id = ${providerId}`,
  )
  return found?.user_id ?? null
}

/** Removes every sign-in method of an account. */
export async function deleteIdentitiesOf(tx: Queryable, userId: string): Promise<void> {
  await execute(tx, sql`delete from auth.identities where user_id = ${userId}`)
}

/** Removes accounts at other services that were added since a given moment. Returns the services that are left. */
export async function deleteIdentitiesAddedSince(
  tx: Queryable,
  userId: string,
  since: string,
): Promise<string[]> {
  await execute(
    tx,
    sql`delete from auth.identities
      where user_id = ${userId} and provider <> 'email' and created_at >= ${since}`,
  )
  const kept = await identitiesOf(tx, userId)
  return [...new Set(kept.map(({ provider }) => provider))]
}

export interface NewIdentity {
  userId: string
  provider: string
  providerId: string
  email: string
  data: Record<string, unknown>
}

/**
 * Stores a sign-in method. An existing one gets the new data and counts as used now. False, with nothing stored, if it is
 * another account's.
 */
export async function upsertIdentity(
  tx: Queryable,
  identity: NewIdentity,
  now: Date,
): Promise<boolean> {
  const stored = await execute(
    tx,
    sql`insert into auth.identities
        (user_id, provider, provider_id, email, identity_data, last_sign_in_at, created_at, updated_at)
      values (${identity.userId}, ${identity.provider}, ${identity.providerId}, ${identity.email},
        ${JSON.stringify(identity.data)}, ${now}, ${now}, ${now})
      on conflict (provider, provider_id) do update
        set email = excluded.email, identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at,
          updated_at = excluded.updated_at
        where identities.user_id = excluded.user_id`,
  )
  return stored > 0
}
