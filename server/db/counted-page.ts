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

/** A page of a searched list, as its statements; each is built when it is sent. */
export interface CountedPage<Row> {
  read: (statement: Statement) => Promise<Row[]>
  /** Everything the total depends on. */
  what: Readonly<Record<string, unknown>>
  /** Rows per page. */
  size: number
  isFirst: boolean
  /** Returns the page's rows plus one, in order; `isCommon` when more than COUNTED_TO are known to match. */
  page: (isCommon: boolean) => Statement
  /** The same, built by `firstPage`; null when nothing was typed. */
  first: (() => Statement) | null
  /** The total when nothing was typed. */
  count: () => Statement
}

/**
 * Returns the rows of a page, plus one, and the total. One statement when few rows match, which are read once for both;
 * otherwise two, or one for as long as the total is known to be large.
 */
export async function readPage<Row extends { total?: number }>(
  db: Queryable,
  { read, what, size, isFirst, page, first, count }: CountedPage<Row>,
): Promise<{ found: Row[]; counted: Count | typeof UNCOUNTED }> {
  let known = isFirst ? knownCount(db, what) : UNCOUNTED
  if (known === null && first !== null) {
    const found = await read(first())
    const counted = rememberedCount(db, what, found[0]?.total ?? 0)
    if (counted.total_exact) return { found, counted }
    known = counted
  }
  const found = await read(page(isFirst && known !== null))
  if (known !== null) return { found, counted: known }
  const isAll = found.length <= size
  const counted = isAll
    ? { total: found.length, total_exact: true }
    : await boundedCount(db, count(), what)
  return { found, counted }
}

/**
 * The rows of a first page, plus one, with `score` and `total`: from what `matching` selects (unordered, unlimited),
 * the first by `by`. When counting hits its limit, `total` is one above COUNTED_TO and the rows are arbitrary matches.
 * Only the sort columns of all matches are kept; whole rows are read for the page only. They come in no order: callers sort them.
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
  sql`(with found as materialized (select ${ORDERED_BY[table]}, ${score} as score from (${matching} limit ${countLimit}) ${raw(table)})
    select ${raw(table)}.*, first.score, (select count(*) from found) as total
    from (select * from found ${raw(table)} order by ${by} limit ${oneMoreThan(size)}) first
    join ${raw(table)} on ${raw(table)}.id = first.id)`

/** The columns that each list can be sorted by. */
const ORDERED_BY: Record<SearchedTable, Fragment> = {
  projects: raw('projects.id, projects.created_at, projects.deadline, projects.budget'),
  profiles: raw('profiles.id, profiles.created_at, profiles.is_presented'),
}
