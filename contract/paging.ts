/**
 * How every growing list is read: in pages that continue after the last row of the previous one (keyset), never by row
 * count, so that page 500 costs what page 1 costs and nothing is repeated or skipped while rows are added. The cursor
 * `after` names that row; a text that is not this list's cursor (another sort's, truncated, invented) is no error: the
 * list starts at its beginning.
 */

import { numberText } from './number-text.ts'

/** Rows per page of one's own lists (projects, applications, invitations, payments, conversations). Ours. */
export const LIST_PAGE = 50

/**
 * The counting limit: up to here totals are exact, above it the response is "1,000+". Counting costs what it counts.
 */
export const COUNTED_TO = 1_000

/**
 * Rows scanned for what an index cannot find: fewer than three letters or digits in a row. More than are counted, so
 * that common text is "1,000+" too.
 */
export const SEARCHED_SHORT = 1_500

/** Maximum characters of a cursor. */
export const CURSOR_LIMIT = 300

/** What lists are sorted by, and the type of each key; the row's id is always the last one. */
export const CURSOR_KEYS = {
  newest: ['time'],
  /** Creators: whether they show anything of themselves (1 or 0), then the newest. */
  presented: ['number', 'time'],
  latest: ['time'],
  deadline: ['day'],
  budget: ['number'],
  relevance: ['number', 'time'],
  /** Creators by a figure (track-record.ts), one list each: a cursor of one is none of another. */
  rating: ['number'],
  on_time: ['number'],
  first_pass: ['number'],
  answers: ['number'],
  /** Movements of money, oldest first; the id is a number. */
  movements: ['time'],
  /** Rows numbered by the database; the number is the id. */
  numbered: [],
} as const satisfies Record<string, readonly CursorKey[]>

type CursorKey = 'time' | 'day' | 'number'
export type CursorSort = keyof typeof CURSOR_KEYS

/** The position after a row: its sort keys, then its id. */
export interface Place {
  keys: readonly (string | number)[]
  id: string
}

/** A position as text for `after`. Opaque to clients: only its own list reads it. */
export const cursorText = (sort: CursorSort, { keys, id }: Place): string =>
  [sort, ...keys, id].join('~')

/** The position a cursor names in a list of this sort; null for any other text. */
export function readCursor(sort: CursorSort, text: string | undefined): Place | null {
  const [of, ...parts] = text?.split('~') ?? []
  const id = parts.pop()
  const kinds: readonly CursorKey[] = CURSOR_KEYS[sort]
  const isId = sort === 'numbered' || sort === 'movements' ? ROW_NUMBER : UUID
  if (of !== sort || id === undefined || !isId.test(id) || parts.length !== kinds.length)
    return null
  const right = parts.every((part, at) => isKey(kinds[at], part))
  return right
    ? { keys: parts.map((part, at) => (kinds[at] === 'number' ? Number(part) : part)), id }
    : null
}

/** The cursor after the last row of a full page of one's own list; undefined at the end of the list. */
export function afterPage(
  rows: readonly { id: string; created_at?: string; updated_at?: string }[],
  sort: 'newest' | 'latest' = 'newest',
): string | undefined {
  const last = rows.length < LIST_PAGE ? undefined : rows.at(-1)
  const key = sort === 'newest' ? last?.created_at : last?.updated_at
  return last && key !== undefined ? cursorText(sort, { keys: [key], id: last.id }) : undefined
}

/** "24", or "1,000+" when counting hit its limit. */
export const countText = (total: number, exact: boolean): string =>
  `${numberText(total)}${exact ? '' : '+'}`

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/
const ROW_NUMBER = /^[1-9]\d{0,14}$/
const NUMBER = /^\d{1,9}$/

function isKey(kind: CursorKey | undefined, key: string): boolean {
  if (kind === 'number') return NUMBER.test(key)
  if (!(kind === 'time' ? TIME : DAY).test(key)) return false
  // The database would refuse a day that no calendar has.
  const named = new Date(kind === 'time' ? key : `${key}T00:00:00Z`)
  return !Number.isNaN(named.getTime()) && named.toISOString().slice(0, 10) === key.slice(0, 10)
}
