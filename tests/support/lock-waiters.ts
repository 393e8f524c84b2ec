import type { Queryable } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'

/** The number of sessions of this database that wait for a lock held by another one. */
export const waitingForLocks = async (db: Queryable): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).count
