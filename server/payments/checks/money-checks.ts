import { isDatabaseAway } from '#server/db/away.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { DEAL_CHECKS } from './deal-checks.ts'
import { DOCUMENT_CHECKS } from './document-checks.ts'
import { STATEMENT_CHECKS } from './statement-checks.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import type { MoneyCheck } from './money-check.ts'
import { PROVIDER_CHECKS } from './provider-checks.ts'

/**
 * The checks for those of the invariants M1–M20 that our own rows can prove. Run after every money test, hourly, and by
 * a command.
 */
export const MONEY_CHECKS: readonly MoneyCheck[] = [
  ...LEDGER_CHECKS,
  ...DEAL_CHECKS,
  ...PROVIDER_CHECKS,
  ...DOCUMENT_CHECKS,
  ...STATEMENT_CHECKS,
]

/** The number of days whose movements and documents the document checks read when they do not read everything. */
const NEWEST_DAYS = 2

/** How much the document checks read. The other checks read what they need. */
export type Reading = 'whole' | 'newest'

/**
 * The names that queries refer to. Times that the process wrote are compared with its clock, `clock.now`; those that
 * the database wrote, with `now()`. `read.since` is where the document checks begin: days before the newest movement,
 * whichever clock wrote it. `looked` holds the payments whose money has moved since.
 */
const context = (
  now: Date,
  reading: Reading,
): Statement => sql`with clock as (select ${now}::timestamptz as now),
  read as (select case when ${reading === 'whole'} then '-infinity'
    else coalesce((select max(created_at) from ledger_movements), '-infinity') - make_interval(days => ${NEWEST_DAYS}) end as since),
  looked as (${
    reading === 'whole'
      ? sql`select id as payment_id from payments`
      : sql`select distinct payment_id from ledger_movements where created_at >= (select since from read) and payment_id is not null`
  })`

/** Each check with its query. */
export const checkStatements = (now: Date, reading: Reading) =>
  MONEY_CHECKS.map(({ name, of, query }) => ({
    name,
    of,
    statement: sql`${context(now, reading)} ${raw(query)}`,
  }))

/** A check that fails or that throws. If it throws, `found` is the one row `{ error }`. */
export interface BrokenCheck {
  name: string
  found: unknown[]
}

/**
 * Returns the violations: each broken check's name with the rows that violate it. Empty when all checks hold. A check
 * that throws is broken, and the others still run. Throws only when the database is away, which says nothing about
 * money.
 */
export async function brokenMoneyChecks(
  db: Queryable,
  now: Date = new Date(),
  reading: Reading = 'whole',
): Promise<BrokenCheck[]> {
  const broken: BrokenCheck[] = []
  for (const { name, statement } of checkStatements(now, reading)) {
    const found = await rows(db, statement).catch((error: unknown) => {
      if (!(error instanceof Error) || isDatabaseAway(error)) throw error
      return [{ error: error.message }]
    })
    if (found.length > 0) broken.push({ name, found })
  }
  return broken
}
