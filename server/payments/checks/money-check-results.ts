import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { type BrokenCheck, MONEY_CHECKS } from './money-checks.ts'

/** Stores the results of checking every invariant, for monitoring (server/metrics). */
export async function keepCheckResults(
  db: Queryable,
  broken: readonly BrokenCheck[],
  now: Date,
): Promise<void> {
  const found = new Map(broken.map(({ name, found: breaking }) => [name, breaking.length]))
  const names = MONEY_CHECKS.map(({ name }) => name)
  const counts = names.map((name) => found.get(name) ?? 0)
  await execute(
    db,
    sql`insert into money_check_results (name, broken, checked_at)
      select name, broken, ${now} from unnest(${names}::text[], ${counts}::int[]) as looked (name, broken)
      on conflict (name) do update set broken = excluded.broken, checked_at = excluded.checked_at`,
  )
  await execute(db, sql`delete from money_check_results where name <> all(${names})`)
}

/** Whether a check failed when it was last run, or was never run. */
export const anythingIsBroken = async (db: Queryable): Promise<boolean> => {
  const names = MONEY_CHECKS.map(({ name }) => name)
  const { held } = await oneRow<{ held: number }>(
    db,
    sql`select count(*)::int as held from money_check_results where broken = 0 and name = any(${names})`,
  )
  return held < names.length
}
