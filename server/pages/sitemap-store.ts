import type { Queryable } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { shownAt } from '#server/profiles/profile-store.ts'

/** The number of public profiles. */
export async function countLivingProfiles(db: Queryable, now: Date): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    db,
    sql`select count(*) as count from profiles where ${shownAt} ${now}`,
  )
  return count
}

/** A page of public profiles, in an order that new profiles do not change. */
export const livingProfileIds = (db: Queryable, now: Date, first: number, limit: number) =>
  rows<{ id: string; created_at: string }>(
    db,
    sql`select profiles.id, profiles.created_at from profiles where ${shownAt} ${now} order by profiles.created_at, profiles.id offset ${first} limit ${limit}`,
  )
