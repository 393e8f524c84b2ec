import { isDatabaseAway } from '#server/db/away.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { DEAL_CHECKS } from './deal-checks.ts'
import { DOCUMENT_CHECKS } from './document-checks.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import type { MoneyCheck } from './money-check.ts'
import { PROVIDER_CHECKS } from './provider-checks.ts'

/** Those of the invariants M1–M19 that our own rows can prove. Run after every money test, hourly, and by a command. */
export const MONEY_CHECKS: readonly MoneyCheck[] = [
  ...LEDGER_CHECKS,
  ...DEAL_CHECKS,
  ...PROVIDER_CHECKS,
  ...DOCUMENT_CHECKS,
]

/** Times that the process wrote are compared with its clock, `clock.now`; those that the database wrote with `now()`. */
const clock = (now: Date): Statement => sql`with clock as (select ${now}::timestamptz as now)`

/** A check that fails or that throws: then `found` is the one row `{ error }`. */
export interface BrokenCheck {
  name: string
  found: unknown[]
}

/**
 * The violations: each broken check's name with the rows that violate it. Empty when all hold. A check that throws is
 * broken, and the others still run. Throws only when the database is away, which says nothing about money.
 */
export async function brokenMoneyChecks(
  db: Queryable,
  now: Date = new Date(),
): Promise<BrokenCheck[]> {
  const broken: BrokenCheck[] = []
  for (const { name, query } of MONEY_CHECKS) {
    const found = await rows(db, sql`${clock(now)} ${raw(query)}`).catch((error: unknown) => {
      if (!(error instanceof Error) || isDatabaseAway(error)) throw error
      return [{ error: error.message }]
    })
    if (found.length > 0) broken.push({ name, found })
  }
  return broken
}
