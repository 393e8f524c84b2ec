/**
 * How every list that grows is read: in pages that follow each other by the last row of the one before, never by a
 * count of rows, so that a page far down costs what the first one costs and nothing is shown twice or left out while
 * rows are added. `after` names that row; a text that is none of this list's (of another sort, cut off, made up)
 * is no error: the list begins at its beginning.
 */

import { numberText } from './number-text.ts'

/** Rows in a page of one's own lists (projects, applications, invitations, payments, conversations). Ours. */
export const LIST_PAGE = 50

/** How far matches are counted: up to here exactly, above it the answer is "1,000+". Counting costs what it counts. */
export const COUNTED_TO = 1_000

/**
 * Rows that are looked through for what an index cannot find: less than three letters or digits in a row. More than are
 * counted, so that what most have is "1,000+" too.
 */
export const SEARCHED_SHORT = 1_500

/** Characters a cursor may have. */
export const CURSOR_LIMIT = 300

/** What lists are sorted by, and of which kind each key is; the row's id is always the last one. */
export const CURSOR_KEYS = {
  newest: ['time'],
  latest: ['time'],
  deadline: ['day'],
  budget: ['number'],
  relevance: ['number', 'time'],
  /** Rows the database numbers; the number is the id. */
  numbered: [],
} as const satisfies Record<string, readonly CursorKey[]>

type CursorKey = 'time' | 'day' | 'number'
export type CursorSort = keyof typeof CURSOR_KEYS

/** The place behind a row: what it is sorted by, then its id. */
export interface Place {
  keys: readonly (string | number)[]
  id: string
}

/** A place as text for `after`. Opaque to whoever gets it: only its own list reads it. */
export const cursorText = (sort: CursorSort, { keys, id }: Place): string =>
  [sort, ...keys, id].join('~')

/** The place a text names in a list of this sort; null for every other text. */
export function readCursor(sort: CursorSort, text: string | undefined): Place | null {
  const [of, ...parts] = text?.split('~') ?? []
  const id = parts.pop()
  const kinds: readonly CursorKey[] = CURSOR_KEYS[sort]
  const isId = sort === 'numbered' ? ROW_NUMBER : UUID
  if (of !== sort || id === undefined || !isId.test(id) || parts.length !== kinds.length)
    return null
  const right = parts.every((part, at) => isKey(kinds[at], part))
  return right
    ? { keys: parts.map((part, at) => (kinds[at] === 'number' ? Number(part) : part)), id }
    : null
}

/** The cursor behind the last row of a full page of one's own list; undefined where the list ends. */
export function afterPage(
  rows: readonly { id: string; created_at?: string; updated_at?: string }[],
  sort: 'newest' | 'latest' = 'newest',
): string | undefined {
  const last = rows.length < LIST_PAGE ? undefined : rows.at(-1)
  const key = sort === 'newest' ? last?.created_at : last?.updated_at
  return last && key !== undefined ? cursorText(sort, { keys: [key], id: last.id }) : undefined
}

/** "24", or "1,000+" where counting stopped. */
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
  // A day that no calendar has would be refused by the database.
  const named = new Date(kind === 'time' ? key : `${key}T00:00:00Z`)
  return !Number.isNaN(named.getTime()) && named.toISOString().slice(0, 10) === key.slice(0, 10)
}
