import { COUNTED_TO, type Place, SEARCHED_SHORT } from '#contract/paging.ts'
import type { Queryable } from './pool.ts'
import { type Fragment, oneRow, raw, sql, type Statement } from './sql.ts'

/** Shared by the searches of projects and creators; search_fold and search_pattern are defined in the migrations. */

/** The normalised search text; null if nothing was typed. */
export function typedText(typed: string | undefined): string | null {
  const wanted = typed?.trim() ?? ''
  return wanted === '' ? null : wanted
}

/** Whether a trigram index can find a text: it needs three letters or digits in a row. */
const isIndexed = (wanted: string): boolean => /[\p{L}\p{N}]{3}/u.test(wanted.normalize('NFKC'))

/** Whether a trigram index can find a text that has a space in it. */
export const isSeveralWords = (wanted: string): boolean =>
  isIndexed(wanted) && /\S\s+\S/u.test(wanted)

/** From this many letters and digits on, similar words are found too: with two, nearly everything is similar. */
const NEARLY_FROM = 4

/** Up to this many words are looked up separately: a whole sentence is rarely a typo. */
const NEARLY_WORDS = 5

/** Whether the person may have meant a different word. */
export function mayBeMistyped(wanted: string | null): boolean {
  const letters = wanted?.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const words = wanted?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return letters >= NEARLY_FROM && words <= NEARLY_WORDS
}

/** What is searched. */
export type SearchedTable = 'projects' | 'profiles'
interface SearchedRows {
  where: string
  order: string
  /** The folded text of a row; its `search` column by default. */
  text?: Fragment
}

/**
 * The rows a search scans, as `table`: all of them, or, for a text no index can find, the matching ones among the first
 * SEARCHED_SHORT in the requested order, so that a single letter costs the same in a market of any size.
 */
export function searched(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Statement | Fragment {
  if (wanted === null || isIndexed(wanted)) return raw(table)
  return sql`(${amongFirst(table, wanted, rows)}) ${raw(table)}`
}

/** The same rows, defined in front of a statement that scans them more than once, under the name `table`. */
export function searchedWithin(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Statement | Fragment {
  if (wanted === null || isIndexed(wanted)) return raw('')
  return sql`with ${raw(table)} as materialized (${amongFirst(table, wanted, rows)})`
}

/**
 * With `offset`, this is evaluated before anything else is filtered. The order is stated again; otherwise PostgreSQL
 * forgets that the rows are sorted and reads all of them for a page. It estimates a limit it cannot see as a tenth of
 * the rows, and so scans along the order's index where it would otherwise sort a medium-sized market.
 */
const amongFirst = (table: SearchedTable, wanted: string, { where, order, text }: SearchedRows) =>
  sql`select * from
    (select * from ${raw(`${table} where ${where} order by ${order} limit (select ${SEARCHED_SHORT})`)}) ${raw(table)}
    where ${stands(text ?? raw(`${table}.search`), wanted)} order by ${raw(order)} offset 0`

/** The condition that a text contains it literally. */
const stands = (text: Fragment, wanted: string) => sql`strpos(${text}, search_fold(${wanted})) <> 0`

/**
 * The condition that a scanned row contains what was typed; null matches every row. The literal test comes first: on a
 * row read along another order it costs a fifth of a trigram test, and PostgreSQL does not consider it selective.
 */
export function hasTyped(table: SearchedTable, wanted: string | null): Statement {
  const search = raw(`${table}.search`)
  if (wanted === null || !isIndexed(wanted)) return sql`true`
  return sql`${stands(search, wanted)}
    and search_has(${search}, search_pattern(${wanted})) and search_weighs(${search}) is not null`
}

/**
 * The same, where an index should find it: of several words PostgreSQL may then look up only a rare one. If all of them
 * were in one query, the index would scan every entry of the common ones.
 */
export const hasTypedByIndex = (table: SearchedTable, wanted: string): Statement =>
  lookedUp(wanted).reduce(
    (all, word) => sql`${all} and search_has(${raw(`${table}.search`)}, search_pattern(${word}))`,
    hasTyped(table, wanted),
  )

/**
 * The condition that a row contains it after its name or title and not in it, found in the same way. The text must be
 * indexed. Each word has an alternative that is never true (no tail begins with the X of a head): PostgreSQL looks up
 * alternatives one by one, and everything else at once.
 */
export function inTailByIndex(table: SearchedTable, wanted: string): Statement {
  const search = raw(`${table}.search`)
  const contains = (text: string) =>
    sql`(search_tail(${search}) like search_pattern(${text}) or search_tail(${search}) like search_head_begins(${text}))`
  return lookedUp(wanted).reduce(
    (all, word) => sql`${all} and ${contains(word)}`,
    sql`${stands(search, wanted)} and ${contains(wanted)}
      and search_head(${search}) not like search_pattern(${wanted}) and search_weighs(${search}) is not null`,
  )
}

/** Returns the words of a text that are looked up separately: none for a single word. */
function lookedUp(wanted: string): string[] {
  const words = wanted.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []
  return words.length < 2 ? [] : words.toSorted(rarerFirst).slice(0, MOST_LOOKED_UP)
}

/** The number of words that are also looked up separately: each costs planning, and a test on every match. */
const MOST_LOOKED_UP = 2

/** Numbers are rarer than words, long words rarer than short ones. */
const rarerFirst = (one: string, other: string) =>
  Number(/\p{N}/u.test(other)) - Number(/\p{N}/u.test(one)) || other.length - one.length

/** One row more than a page, to tell whether there is a next page. */
export const oneMoreThan = (page: number): Fragment => raw(String(page + 1))

/** How long "1,000+" is trusted without counting again, and for how many searches. */
const REMEMBERED_MS = 10_000
const REMEMBERED = 500
const beyond = new WeakMap<object, Map<string, number>>()

/** The total as a first page reports it. */
export interface Count {
  total: number
  total_exact: boolean
}
const BEYOND: Count = { total: COUNTED_TO, total_exact: false }

/** Returns the cached total of `what`, which is everything the total depends on. Null when it has to be counted. */
export function knownCount(db: Queryable, what: Readonly<Record<string, unknown>>): Count | null {
  return (beyond.get(db)?.get(JSON.stringify(what)) ?? 0) > performance.now() ? BEYOND : null
}

/**
 * Caches a total that was counted up to countLimit. When counting hit the limit, the process reports the same total for
 * ten more seconds, so that the market's first pages are not counted for each reader. An exact total is always counted.
 */
export function rememberedCount(
  db: Queryable,
  what: Readonly<Record<string, unknown>>,
  counted: number,
): Count {
  if (counted <= COUNTED_TO) return { total: counted, total_exact: true }
  const known = beyond.get(db) ?? new Map<string, number>()
  beyond.set(db, known)
  const [oldest] = known.keys()
  if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
  const key = JSON.stringify(what)
  known.delete(key)
  known.set(key, performance.now() + REMEMBERED_MS)
  return BEYOND
}

/**
 * Returns the number of rows a statement returns, counted up to COUNTED_TO. The statement must contain `limit
 * ${countLimit}` itself.
 */
export async function boundedCount(
  db: Queryable,
  statement: Statement,
  what: Readonly<Record<string, unknown>>,
): Promise<Count> {
  const known = knownCount(db, what)
  if (known !== null) return known
  const { total } = await oneRow<{ total: number }>(db, statement)
  return rememberedCount(db, what, total)
}

/** The total as later pages report it: unknown. */
export const UNCOUNTED = { total: null, total_exact: true } as const

/** Where counting stops: one above the largest exact total. */
export const countLimit = oneMoreThan(COUNTED_TO)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns the id to compare with after a place, or at the beginning: descending lists start with the largest ids. */
export const cursorId = (place: Place | null, way: 'falling' | 'rising'): string =>
  place?.id ?? (way === 'falling' ? LAST_ID : FIRST_ID)
