import { type Fragment, raw, sql, type Statement } from './sql.ts'

/**
 * Pieces of statements whose rows PostgreSQL serializes to JSON exactly as the API writes them. For lists that are read
 * all the time, parsing rows and serializing them again costs more than finding them (docs/performance.md). A test
 * beside each statement checks its output against the contract.
 */

/** A time as every response formats it; our sessions run in UTC (pool.ts). */
export const timeInJson = (column: string): Fragment =>
  raw(`replace(left(${column}::text, -3), ' ', 'T') || 'Z'`)

/** Cents as USD, in exact decimals: the same number as `usdFromCents`, checked by the same test. */
export const usdInJson = (column: string): Fragment => raw(`trim_scale(${column} * 0.01)`)

/**
 * All rows of a statement as one column, in order, so that a page with several lists is one query. `moments` names its
 * time columns; the others must be native to JSON: texts, numbers, days, lists.
 */
export function listInJson(list: Statement, ...moments: string[]): Statement {
  const times = moments.map((name) => `'${name}', ${timeInJson(`part.${name}`).text}`)
  return sql`array_to_json(array(
      select to_jsonb(part) || jsonb_build_object(${raw(times.join(', '))}) from (${list}) part))`
}
