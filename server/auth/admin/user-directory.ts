import type { AuthUser } from '#contract/auth-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { type FactorRow, factorColumns } from '#server/auth/records/factor-store.ts'
import { deleteNotMeLinksOf } from '#server/auth/records/not-me-store.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { presentUser } from '#server/auth/records/user-presenter.ts'
import {
  deleteIdentitiesOf,
  identityColumns,
  type IdentityRow,
  updateUser,
  userColumns,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** An account as administrators see it, soft-deleted ones included; null when there is none. */
export function anyUserById(db: Queryable, id: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    db,
    sql`select ${userColumns} from auth.users where id = ${id} and erased_at is null`,
  )
}

/** The same, locked until the transaction ends. */
export function lockAnyUser(tx: Queryable, id: string): Promise<UserRow | null> {
  return maybeRow<UserRow>(
    tx,
    sql`select ${userColumns} from auth.users where id = ${id} and erased_at is null for update`,
  )
}

/** Returns one page of all accounts, newest first, and the total. */
export async function pageOfUsers(
  db: Queryable,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ users: AuthUser[]; total: number }> {
  const { total } = await oneRow<{ total: number }>(
    db,
    sql`select count(*)::int as total from auth.users where erased_at is null`,
  )
  const users = await rows<UserRow>(
    db,
    sql`select ${userColumns} from auth.users where erased_at is null
      order by created_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const ids = users.map((user) => user.id)
  const identities = await rows<IdentityRow>(
    db,
    sql`select ${identityColumns} from auth.identities where user_id = any(${ids}) order by created_at, id`,
  )
  const factors = await rows<FactorRow>(
    db,
    sql`select ${factorColumns} from auth.factors where user_id = any(${ids}) order by created_at, id`,
  )
  return {
    total,
    users: users.map((user) => {
      const isTheirs = (row: { user_id: string }) => row.user_id === user.id
      return presentUser(user, identities.filter(isTheirs), factors.filter(isTheirs))
    }),
  }
}

/**
 * Deletes an account. Soft: its row is emptied but stays. Hard: its rows are deleted; if finished deals refer to the
 * person, the empty row stays as their anchor and becomes invisible (decision P31).
 */
export async function deleteUser(
  ctx: AuthContext,
  id: string,
  softly: boolean,
  now: Date,
): Promise<void> {
  await inTransaction(ctx.pool, async (tx) => {
    const user = await lockAnyUser(tx, id)
    if (user === null) throw new AuthError('user_not_found', { status: 404 })
    if (softly) return emptyAccount(tx, id, { deleted_at: now }, now)
    if (!(await removeRows(tx, id)))
      await emptyAccount(tx, id, { deleted_at: now, erased_at: now }, now)
  })
}

/** False, with nothing deleted, if other rows refer to the person. */
async function removeRows(tx: Tx, id: string): Promise<boolean> {
  await tx.query('savepoint removal')
  try {
    await execute(tx, sql`delete from profiles where id = ${id}`)
    await execute(tx, sql`delete from auth.users where id = ${id}`)
    return true
  } catch (error) {
    if (violatedConstraint(error) === null) throw error
    await tx.query('rollback to savepoint removal')
    return false
  }
}

/** Empties an account down to its row, and records the time. */
export async function emptyAccount(
  tx: Tx,
  id: string,
  how: { deleted_at: Date; erased_at?: Date },
  now: Date,
): Promise<void> {
  await deleteSessionsOf(tx, id, null)
  await deleteTokensOf(tx, id, null)
  await deleteNotMeLinksOf(tx, id)
  await deleteIdentitiesOf(tx, id)
  await execute(tx, sql`delete from auth.factors where user_id = ${id}`)
  await execute(tx, sql`delete from auth.passkeys where user_id = ${id}`)
  // What finished deals show of a person stays: name, picture, company (decision P31).
  await execute(
    tx,
    sql`update profiles set email = '', bio = null, social_links = '{}', portfolio_urls = '{}',
      portfolio_captions = '{}', rates = '{}', website = null where id = ${id}`,
  )
  const nothing = { email: null, new_email: null, email_change_agreed: null, password_hash: null }
  await updateUser(tx, id, { ...nothing, user_metadata: {}, app_metadata: {}, ...how }, now)
}
