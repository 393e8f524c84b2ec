import type { Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'

/** Names per statement. */
export const NAMES_AT_ONCE = 500

/**
 * Deletes one batch of names that no creator has; returns how many. Leaving a name normally deletes it, unless its last
 * two creators leave it at the same moment, or someone failed while taking it. A name that is taken meanwhile stays.
 */
export async function forgetNames(pool: Pool): Promise<number> {
  const { forgotten } = await oneRow<{ forgotten: number }>(
    pool,
    sql`select count(*) filter (where forget_creator_name(name))::int as forgotten from (
      select name from creator_names where not exists (
        select from profiles where folded_name = creator_names.name)
      limit ${NAMES_AT_ONCE}) unused`,
  )
  return forgotten
}
