import type { Queryable } from './pool.ts'
import {
  boundedCount,
  countLimit,
  knownCount,
  oneMoreThan,
  type SearchedTable,
  type Count,
  rememberedCount,
  UNCOUNTED,
} from './search.ts'
import { type Fragment, raw, sql, type Statement } from './sql.ts'

/** A page of a list that is searched, by its statements; each is made when it is sent. */
export interface CountedPage<Row> {
  read: (statement: Statement) => Promise<Row[]>
  /** Everything the number of rows depends on. */
  what: Readonly<Record<string, unknown>>
  /** Rows a page holds. */
  size: number
  isFirst: boolean
  /** One row more than the page, in its order; `isCommon` where it is known that more than COUNTED_TO are found. */
  page: (isCommon: boolean) => Statement
  /** The same from `firstPage`; null where nothing was typed. */
  first: (() => Statement) | null
  /** How many there are, where nothing was typed. */
  count: () => Statement
}

/**
 * The rows of a page, one more than it holds, and how many there are in all. One statement where what was typed is found
 * in a few, who are read once for both; else two, and one for as long as it is known that there are many.
 */
export async function readPage<Row extends { total?: number }>(
  db: Queryable,
  { read, what, size, isFirst, page, first, count }: CountedPage<Row>,
): Promise<{ found: Row[]; told: Count | typeof UNCOUNTED }> {
  let known = isFirst ? knownCount(db, what) : UNCOUNTED
  if (known === null && first !== null) {
    const found = await read(first())
    const told = rememberedCount(db, what, found[0]?.total ?? 0)
    if (told.total_exact) return { found, told }
    known = told
  }
  const found = await read(page(isFirst && known !== null))
  if (known !== null) return { found, told: known }
  const isAll = found.length <= size
  const told = isAll
    ? { total: found.length, total_exact: true }
    : await boundedCount(db, count(), what)
  return { found, told }
}

/**
 * The rows of a first page, one more than it holds, with `score` and `total`: of what `matching` selects, in no order and
 * without a limit, the first by `by`. Where counting stops at its end, `total` is one above COUNTED_TO and the rows are
 * any of them.
 */
export const firstPage = (
  table: SearchedTable,
  {
    matching,
    score,
    by,
    size,
  }: { matching: Statement; score: Statement | Fragment; by: Fragment; size: number },
): Statement =>
  sql`(with found as materialized (${matching} limit ${countLimit})
    select ${raw(table)}.*, ${score} as score, (select count(*) from found) as total
    from found ${raw(table)} order by ${by} limit ${oneMoreThan(size)})`
