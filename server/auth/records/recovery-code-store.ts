import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'

/** A person's set of recovery codes: its factor, its total number of codes, and how many are left. */
export interface RecoveryCodeSet {
  id: string
  friendly_name: string
  total: number
  remaining: number
}

/** Returns someone's set, or null when they have none. */
export function recoveryCodesOf(db: Queryable, userId: string): Promise<RecoveryCodeSet | null> {
  return maybeRow<RecoveryCodeSet>(
    db,
    sql`select factors.id, friendly_name, count(codes.*)::int as total,
        count(*) filter (where codes.code_hash is not null and used_at is null)::int as remaining
      from auth.factors left join auth.recovery_codes codes on codes.factor_id = factors.id
      where user_id = ${userId} and factor_type = 'recovery_code' group by factors.id`,
  )
}

/** Creates a set. Throws on a second one of the same person. The caller holds the account's lock and has checked. */
export function insertRecoveryCodeSet(
  tx: Queryable,
  set: { userId: string; friendlyName: string },
  now: Date,
): Promise<{ id: string }> {
  return oneRow<{ id: string }>(
    tx,
    sql`insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${set.userId}, ${set.friendlyName}, 'recovery_code', 'verified', ${now}, ${now}) returning id`,
  )
}

/** Replaces all codes of the set with these. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  id: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await execute(tx, sql`delete from auth.recovery_codes where factor_id = ${id}`)
  await execute(
    tx,
    sql`insert into auth.recovery_codes (factor_id, code_hash) select ${id}, unnest(${hashes}::bytea[])`,
  )
  await execute(tx, sql`update auth.factors set updated_at = ${now} where id = ${id}`)
}

/** Consumes a code: the first caller gets true, everyone after it false. */
export async function useRecoveryCode(
  tx: Queryable,
  { userId, hash }: { userId: string; hash: Buffer },
  now: Date,
): Promise<boolean> {
  const used = await execute(
    tx,
    sql`update auth.recovery_codes set used_at = ${now} from auth.factors
      where factors.id = factor_id and factors.user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  )
  return used > 0
}
