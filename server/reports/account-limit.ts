import { LIMITED_CALLS } from '#contract/account-limits.ts'
import type { RouteKey } from '#contract/api.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { AppError } from '#server/http/app-error.ts'

/**
 * Refuses calls that a limited account may not make (LIMITED_CALLS): checked before each of those calls, and nothing is
 * read for any other. Throws account.limited.
 */
export async function refuseLimited(
  db: Queryable,
  key: RouteKey,
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  if (!LIMITED_CALLS.has(key)) return
  const limit = await maybeRow(
    db,
    sql`select from sanctions where person_id = ${personId} and act = 'limit' and undone_at is null and until > ${now}
      limit 1`,
  )
  if (limit !== null) throw new AppError('account.limited')
}
