import { LIMITED_CALLS } from '#contract/account-limits.ts'
import type { RouteKey } from '#contract/api.ts'
import type { Queryable } from '#server/db/pool.ts'
import { AppError } from '#server/http/app-error.ts'
import { isLimited } from '#server/own-profile/own-limit.ts'

/**
 * Refuses calls that a limited account may not make (LIMITED_CALLS): checked before each of those calls, and nothing is
 * read for any other. Throws account.limited.
 */
export async function refuseLimited(
  db: Queryable,
  key: RouteKey,
  limited: { personId: string; now: Date },
): Promise<void> {
  if (!LIMITED_CALLS.has(key)) return
  if (await isLimited(db, limited)) throw new AppError('account.limited')
}
