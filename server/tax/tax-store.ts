import type { TaxProfile } from '#contract/tax-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'

export const taxProfileOf = (db: Queryable, userId: string): Promise<TaxProfile | null> =>
  maybeRow<TaxProfile>(
    db,
    sql`select legal_name, address, country, business, tax_id from tax_profiles where user_id = ${userId}`,
  )

/** Replaces it. */
export const saveTaxProfile = (
  db: Queryable,
  userId: string,
  given: TaxProfile,
  now: Date,
): Promise<TaxProfile> =>
  oneRow<TaxProfile>(
    db,
    sql`insert into tax_profiles (user_id, legal_name, address, country, business, tax_id, updated_at)
      values (${userId}, ${given.legal_name}, ${given.address}, ${given.country}, ${given.business}, ${given.tax_id}, ${now})
      on conflict (user_id) do update set legal_name = excluded.legal_name, address = excluded.address,
        country = excluded.country, business = excluded.business, tax_id = excluded.tax_id, updated_at = excluded.updated_at
      returning legal_name, address, country, business, tax_id`,
  )

/** Returns those of several people, by their id. */
export const taxProfilesOf = async (
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, TaxProfile>> =>
  new Map(
    (
      await rows<TaxProfile & { user_id: string }>(
        db,
        sql`select user_id, legal_name, address, country, business, tax_id from tax_profiles where user_id = any(${userIds})`,
      )
    ).map(({ user_id, ...profile }) => [user_id, profile]),
  )
