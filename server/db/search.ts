import { COUNTED_TO, type Place, SEARCHED_SHORT } from '#contract/paging.ts'
import type { Queryable } from './pool.ts'
import { type Fragment, oneRow, raw, type Statement } from './sql.ts'

/** What searches of projects and of creators share; search_fold and search_pattern are in the migrations. */

/** What was typed, as it can be asked for: null for nothing. */
export function typedText(typed: string | undefined): string | null {
  const wanted = typed?.trim() ?? ''
  return wanted === '' ? null : wanted
}

/** Whether an index of trigrams can find a text: it needs three letters or digits in a row. */
const isIndexed = (wanted: string): boolean => /[\p{L}\p{N}]{3}/u.test(wanted.normalize('NFKC'))

/** From so many letters and digits on, words that are nearly right are found too: two are nearly everything. */
const NEARLY_FROM = 4

/** To so many words: each is looked up by itself, and who typed a sentence did not slip in it. */
const NEARLY_WORDS = 5

/** Whether somebody may have meant another word. */
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
}

/**
 * The rows a search looks through, as `table`: all of it, or for a text no index can find the first SEARCHED_SHORT
 * in the order they are wanted in, so that one letter costs the same in a market of any size.
 */
export function searched(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Fragment {
  if (wanted === null || isIndexed(wanted)) return raw(table)
  return raw(`(${firstRows(table, rows)}) ${table}`)
}

/** The same before a statement that looks through them more than once: what it calls `table` is them. */
export function searchedWithin(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Fragment {
  if (wanted === null || isIndexed(wanted)) return raw('')
  return raw(`with ${table} as materialized (${firstRows(table, rows)})`)
}

const firstRows = (table: SearchedTable, { where, order }: SearchedRows) =>
  `select * from ${table} where ${where} order by ${order} limit ${SEARCHED_SHORT}`

/** One row more than a page: whether there is a next one. */
export const oneMoreThan = (page: number): Fragment => raw(String(page + 1))

/** How long "1,000+" is taken for true without counting again, and of how many searches. */
const REMEMBERED_MS = 10_000
const REMEMBERED = 500
const beyond = new WeakMap<object, Map<string, number>>()

/**
 * How many rows a statement gives, counted up to COUNTED_TO. It must say `limit ${countLimit}` itself. `what` is
 * everything the number depends on: where counting stopped before its end, a process says the same for ten seconds
 * more, so that the market's first pages are not counted for each reader. An exact number is always counted.
 */
export async function boundedCount(
  db: Queryable,
  statement: Statement,
  what: Readonly<Record<string, unknown>>,
): Promise<{ total: number; total_exact: boolean }> {
  const known = beyond.get(db) ?? new Map<string, number>()
  beyond.set(db, known)
  const key = JSON.stringify(what)
  if ((known.get(key) ?? 0) > performance.now()) return { total: COUNTED_TO, total_exact: false }
  known.delete(key)
  const { total } = await oneRow<{ total: number }>(db, statement)
  if (total > COUNTED_TO) {
    const [oldest] = known.keys()
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
    known.set(key, performance.now() + REMEMBERED_MS)
  }
  return { total: Math.min(total, COUNTED_TO), total_exact: total <= COUNTED_TO }
}

/** What a page behind the first says of how many there are. */
export const UNCOUNTED = { total: null, total_exact: true } as const

/** Where counting stops: one behind the last number that is told exactly. */
export const countLimit = oneMoreThan(COUNTED_TO)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The id to compare with behind a place, or before every row: lists that fall have their largest ids first. */
export const idBehind = (place: Place | null, way: 'falling' | 'rising'): string =>
  place?.id ?? (way === 'falling' ? LAST_ID : FIRST_ID)
