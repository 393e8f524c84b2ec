import { COUNTED_TO, type Place, SEARCHED_SHORT } from '#contract/paging.ts'
import type { Queryable } from './pool.ts'
import { type Fragment, oneRow, raw, sql, type Statement } from './sql.ts'

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
  /** The folded text of a row; its `search` where nothing else is said. */
  text?: Fragment
}

/**
 * The rows a search looks through, as `table`: all of it, or for a text no index can find those that have it of the first
 * SEARCHED_SHORT in the order they are wanted in, so that one letter costs the same in a market of any size.
 */
export function searched(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Statement | Fragment {
  if (wanted === null || isIndexed(wanted)) return raw(table)
  return sql`(${amongFirst(table, wanted, rows)}) ${raw(table)}`
}

/** The same before a statement that looks through them more than once: what it calls `table` is them. */
export function searchedWithin(
  table: SearchedTable,
  wanted: string | null,
  rows: SearchedRows,
): Statement | Fragment {
  if (wanted === null || isIndexed(wanted)) return raw('')
  return sql`with ${raw(table)} as materialized (${amongFirst(table, wanted, rows)})`
}

/**
 * By `offset`, before anything else is asked of them: next to none has it. Said to be in order once more, or PostgreSQL
 * forgets that they are and reads all of them for a page. A limit it cannot see is taken for a tenth of all: it reads along
 * the order's index, where it would else sort a middling market.
 */
const amongFirst = (table: SearchedTable, wanted: string, { where, order, text }: SearchedRows) =>
  sql`select * from
    (select * from ${raw(`${table} where ${where} order by ${order} limit (select ${SEARCHED_SHORT})`)}) ${raw(table)}
    where ${stands(text ?? raw(`${table}.search`), wanted)} order by ${raw(order)} offset 0`

/** That a text has it as it stands. */
const stands = (text: Fragment, wanted: string) => sql`strpos(${text}, search_fold(${wanted})) <> 0`

/**
 * That a row of those looked through has what was typed; null is in every row. First as it stands: of a row that is read
 * along another order that costs a fifth of what an index of trigrams can be asked for, and PostgreSQL takes it for
 * nothing rare.
 */
export function hasTyped(table: SearchedTable, wanted: string | null): Statement {
  const search = raw(`${table}.search`)
  if (wanted === null || !isIndexed(wanted)) return sql`true`
  return sql`${stands(search, wanted)}
    and search_has(${search}, search_pattern(${wanted})) and search_weighs(${search}) is not null`
}

/**
 * The same, for where an index is to find it: of several words PostgreSQL may then look up a rare one alone. What an
 * index knows of all of them at once it finds by reading through everything it knows of the common ones.
 */
export function hasTypedByIndex(table: SearchedTable, wanted: string): Statement {
  const words = wanted.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []
  const whole = hasTyped(table, wanted)
  if (words.length < 2) return whole
  return words
    .toSorted(rarerFirst)
    .slice(0, MOST_LOOKED_UP)
    .reduce(
      (all, word) => sql`${all} and search_has(${raw(`${table}.search`)}, search_pattern(${word}))`,
      whole,
    )
}

/** Words that are also looked up by themselves: each is one more thing to plan with and to ask of every match. */
const MOST_LOOKED_UP = 2

/** Numbers are rarer than words, long words than short ones. */
const rarerFirst = (one: string, other: string) =>
  Number(/\p{N}/u.test(other)) - Number(/\p{N}/u.test(one)) || other.length - one.length

/** One row more than a page: whether there is a next one. */
export const oneMoreThan = (page: number): Fragment => raw(String(page + 1))

/** How long "1,000+" is taken for true without counting again, and of how many searches. */
const REMEMBERED_MS = 10_000
const REMEMBERED = 500
const beyond = new WeakMap<object, Map<string, number>>()

/** How many there are, as a first page tells it. */
export interface Count {
  total: number
  total_exact: boolean
}
const BEYOND: Count = { total: COUNTED_TO, total_exact: false }

/** What a process remembers of `what`: everything the number depends on. Null where it has to be counted. */
export function knownCount(db: Queryable, what: Readonly<Record<string, unknown>>): Count | null {
  return (beyond.get(db)?.get(JSON.stringify(what)) ?? 0) > performance.now() ? BEYOND : null
}

/**
 * Tells a number that was counted up to countLimit. Where counting stopped before its end, a process says the same for
 * ten seconds more, so that the market's first pages are not counted for each reader. An exact number is always counted.
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

/** How many rows a statement gives, counted up to COUNTED_TO. It must say `limit ${countLimit}` itself. */
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

/** What a page behind the first says of how many there are. */
export const UNCOUNTED = { total: null, total_exact: true } as const

/** Where counting stops: one behind the last number that is told exactly. */
export const countLimit = oneMoreThan(COUNTED_TO)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The id to compare with behind a place, or before every row: lists that fall have their largest ids first. */
export const cursorId = (place: Place | null, way: 'falling' | 'rising'): string =>
  place?.id ?? (way === 'falling' ? LAST_ID : FIRST_ID)
