import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'

/** A row of auth.factors without its secret. */
export interface FactorRow {
  id: string
  user_id: string
  /** Empty if none was given. */
  friendly_name: string
  factor_type: 'totp' | 'recovery_code'
  status: 'verified' | 'unverified'
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** The same, with what is needed to check a code. */
export interface SecretFactorRow extends FactorRow {
  /** An authenticator app's; recovery codes have none. */
  sealed_secret: Buffer | null
  /** The last step of 30 seconds since 1970 whose code was accepted. */
  last_step: number
}

export interface ChallengeRow {
  id: string
  ip: string | null
  verified_at: string | null
  expires_at: string
}

/** The columns of a FactorRow. */
export const factorColumns = raw(
  'id, user_id, friendly_name, factor_type, status, last_challenged_at, created_at, updated_at',
)

export function factorsOf(db: Queryable, userId: string): Promise<FactorRow[]> {
  return rows<FactorRow>(
    db,
    sql`select ${factorColumns} from auth.factors where user_id = ${userId} order by created_at, id`,
  )
}

/** Returns whether an active authenticator app protects this account. */
export async function hasVerifiedFactor(db: Queryable, userId: string): Promise<boolean> {
  return (
    (await maybeRow(
      db,
      sql`select 1 from auth.factors where user_id = ${userId} and status = 'verified' limit 1`,
    )) !== null
  )
}

/** Returns one factor of one person, locked; null when they have none with that id. */
export function lockFactor(
  tx: Queryable,
  userId: string,
  id: string,
): Promise<SecretFactorRow | null> {
  return maybeRow<SecretFactorRow>(
    tx,
    sql`select ${factorColumns}, sealed_secret, last_step::float8 as last_step from auth.factors
      where id = ${id} and user_id = ${userId} for update`,
  )
}

/** A new factor, not yet active; null when the person has one of this name. */
export function insertFactor(
  tx: Queryable,
  factor: { id: string; userId: string; friendlyName: string; sealedSecret: Buffer },
  now: Date,
): Promise<FactorRow | null> {
  const { id, userId, friendlyName, sealedSecret } = factor
  return maybeRow<FactorRow>(
    tx,
    sql`insert into auth.factors (id, user_id, friendly_name, factor_type, sealed_secret, created_at, updated_at)
      values (${id}, ${userId}, ${friendlyName}, 'totp', ${sealedSecret}, ${now}, ${now})
      on conflict (user_id, friendly_name) do nothing returning ${factorColumns}`,
  )
}

/** Records a correct code: the factor is active, and no code up to this step is accepted again. */
export async function acceptStep(
  tx: Queryable,
  id: string,
  step: number,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update auth.factors set status = 'verified', last_step = ${step},
      updated_at = case when status = 'verified' then updated_at else ${now} end where id = ${id}`,
  )
}

/**
 * Removes a factor. Recovery codes are removed with the last factor that they stand in for: they are never the only
 * one.
 */
export async function deleteFactor(
  tx: Queryable,
  { id, user_id: userId }: Pick<FactorRow, 'id' | 'user_id'>,
): Promise<void> {
  await execute(tx, sql`delete from auth.factors where id = ${id}`)
  await execute(
    tx,
    sql`delete from auth.factors where user_id = ${userId} and factor_type = 'recovery_code' and not exists (
        select from auth.factors other where other.user_id = ${userId}
          and other.status = 'verified' and other.factor_type <> 'recovery_code')`,
  )
}

/** Deletes factors whose enrolment started before a moment (all, without one) and was not finished. */
export async function deleteUnverifiedFactors(
  tx: Queryable,
  userId: string,
  begunBefore: Date | null,
): Promise<void> {
  await execute(
    tx,
    sql`delete from auth.factors where user_id = ${userId} and status = 'unverified'
      and (${begunBefore}::timestamptz is null or created_at < ${begunBefore})`,
  )
}

export async function insertChallenge(
  tx: Queryable,
  challenge: { factorId: string; ip: string; expiresAt: Date },
  now: Date,
): Promise<string> {
  const { factorId, ip, expiresAt } = challenge
  await execute(tx, sql`update auth.factors set last_challenged_at = ${now} where id = ${factorId}`)
  const row = await oneRow<{ id: string }>(
    tx,
    sql`insert into auth.challenges (factor_id, ip, created_at, expires_at)
      values (${factorId}, ${ip}, ${now}, ${expiresAt}) returning id`,
  )
  return row.id
}

export function lockChallenge(
  tx: Queryable,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  return maybeRow<ChallengeRow>(
    tx,
    sql`select id, host(ip) as ip, verified_at, expires_at from auth.challenges
      where id = ${id} and factor_id = ${factorId} for update`,
  )
}

export async function closeChallenge(tx: Queryable, id: string, now: Date): Promise<void> {
  await execute(tx, sql`update auth.challenges set verified_at = ${now} where id = ${id}`)
}

/**
 * Removes what was added or renewed since a given moment, and recovery codes that then have nothing to stand in for.
 */
export async function deleteFactorsAddedSince(
  tx: Queryable,
  userId: string,
  since: string,
): Promise<void> {
  const added = await rows<Pick<FactorRow, 'id' | 'user_id'>>(
    tx,
    sql`select id, user_id from auth.factors where user_id = ${userId} and updated_at >= ${since}`,
  )
  for (const factor of added) await deleteFactor(tx, factor)
}
