/**
 * How every growing list is read: in pages that continue after the last row of the previous one (keyset), never by row
 * count. Page 500 costs the same as page 1, and nothing is repeated or skipped while rows are added. The cursor `after`
 * names that row. A text that is not a cursor of this list (from another sort, truncated, invented) is not an error:
 * the list starts at its beginning.
 */

import { numberText } from './number-text.ts'

/** Rows per page of a user's own lists (projects, applications, invitations, payments, conversations). Our choice. */
export const LIST_PAGE = 50

/**
 * The counting limit: totals are exact up to here; above it the response is "1,000+". The cost of counting grows with
 * the count.
 */
export const COUNTED_TO = 1_000

/**
 * Rows scanned for a search that no index supports: fewer than three letters or digits in a row. It is higher than the
 * counting limit, so that common text is "1,000+" too.
 */
export const SEARCHED_SHORT = 1_500

/** Maximum characters of a cursor. */
export const CURSOR_LIMIT = 300

/** The sort keys of each list, and the type of each key; the row's id is always the last key. */
export const CURSOR_KEYS = {
  newest: ['time'],
  /** Creators: first by whether they show anything of themselves (1 or 0), then newest first. */
  presented: ['number', 'time'],
  latest: ['time'],
  deadline: ['day'],
  budget: ['number'],
  relevance: ['number', 'time'],
  /** Creators by a figure (track-record.ts), one list per figure: a cursor of one list is not valid in another. */
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

/** Encodes a position as text for `after`. It is opaque to clients: only the list it came from reads it. */
export const cursorText = (sort: CursorSort, { keys, id }: Place): string =>
  [sort, ...keys, id].join('~')

/** Returns the position that a cursor names in a list of this sort; null for any other text. */
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

/** Returns the cursor after the last row of a full page of a user's own list; undefined at the end of the list. */
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
  // The database would refuse a day that does not exist in the calendar.
  const named = new Date(kind === 'time' ? key : `${key}T00:00:00Z`)
  return !Number.isNaN(named.getTime()) && named.toISOString().slice(0, 10) === key.slice(0, 10)
}
