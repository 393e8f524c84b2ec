import { type Fragment, raw, sql, type Statement } from './sql.ts'

/**
 * Pieces of statements whose rows PostgreSQL writes as JSON, to the letter as the API writes them: where a list is
 * read all the time, taking rows apart and putting them together again costs more than finding them
 * (docs/performance.md). What such a statement gives is held against the contract by a test beside it.
 */

/** A time as every answer has it; sessions of ours run in UTC (pool.ts). */
export const timeInJson = (column: string): Fragment =>
  raw(`replace(left(${column}::text, -3), ' ', 'T') || 'Z'`)

/** Cents as USD, in exact decimals: the same number as `usdFromCents` gives, by the same test. */
export const usdInJson = (column: string): Fragment => raw(`trim_scale(${column} * 0.01)`)

/**
 * All rows of a statement as one column beside others, in their order, so that a page of several lists is one question.
 * `moments` are its columns that are times; the others are to be what JSON knows: texts, numbers, days, lists.
 */
export function listInJson(list: Statement, ...moments: string[]): Statement {
  const times = moments.map((name) => `'${name}', ${timeInJson(`part.${name}`).text}`)
  return sql`array_to_json(array(
      select to_jsonb(part) || jsonb_build_object(${raw(times.join(', '))}) from (${list}) part))`
}
