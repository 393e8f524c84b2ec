import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'

/** Whether an account is limited (decision 0069): it may start nothing new with anyone. */
export const isLimited = async (
  db: Queryable,
  { personId, now }: { personId: string; now: Date },
): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select from sanctions where person_id = ${personId} and act = 'limit' and undone_at is null and until > ${now}
      limit 1`,
  )) !== null
