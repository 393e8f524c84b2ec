import { KEPT_FOR, type PeriodName } from '#contract/retention.ts'
import type { Queryable } from '#server/db/pool.ts'
import { type Fragment, execute, raw, sql, type Statement } from '#server/db/sql.ts'
import type { ForgettingRule } from './forgetting-rules.ts'

/** Rows that one statement deletes or empties: their locks are held for milliseconds. */
export const BATCH = 500

/** The cut-off at `now`: a period that began before this moment is over. */
export const begunBefore = (period: PeriodName, now: Date): Statement =>
  sql`(${now}::timestamptz - ${raw(`interval '${KEPT_FOR[period].period}'`)})`

/** The condition that selects the rule's rows whose period is over at `now`. */
function isPast({ period, since, only, empties }: ForgettingRule, now: Date): Statement {
  const further: Fragment = raw(
    [only, empties?.while].map((one) => (one === undefined ? '' : ` and (${one})`)).join(''),
  )
  return sql`${raw(since)} <= ${begunBefore(period, now)}${further}`
}

/**
 * Deletes or empties one batch of rows whose period is over; returns how many. Locked rows are left to a later run, and
 * a row that changed meanwhile is re-checked. Idempotent.
 */
export function forgetBatch(db: Queryable, rule: ForgettingRule, now: Date): Promise<number> {
  const table = raw(rule.table)
  const batch = sql`(select ctid from ${table} where ${isPast(rule, now)} limit ${BATCH} for update skip locked)`
  return execute(
    db,
    rule.empties === undefined
      ? sql`delete from ${table} where ctid = any(array${batch})`
      : sql`update ${table} set ${raw(rule.empties.set)} where ctid = any(array${batch})`,
  )
}

/** Runs batches until no row is past its period; returns how many rows. For tables that never hold much. */
export async function forgetAll(
  db: Queryable,
  rules: readonly ForgettingRule[],
  now: Date,
): Promise<number> {
  let forgotten = 0
  for (const rule of rules)
    for (let count = BATCH; count === BATCH; forgotten += count)
      count = await forgetBatch(db, rule, now)
  return forgotten
}
