import { OPERATOR_PAGE } from '#contract/operator.ts'
import { cursorText, readCursor } from '#contract/paging.ts'
import { cursorId, oneMoreThan } from '#server/db/search.ts'

/** The limit of a console page: one extra row shows whether there is a next page. */
export const pageLimit = oneMoreThan(OPERATOR_PAGE)

/** Higher than every row number. */
const FIRST_NUMBER = 1_000_000_000_000_000

/** The cursor of a page of numbered rows: compare `number <`. */
export const cursorNumber = (after: string | undefined): number =>
  Number(readCursor('numbered', after)?.id ?? FIRST_NUMBER)

/** The cursor of a page by creation time: compare `(created_at, id) <`. */
export function cursorTime(after: string | undefined): { time: string; id: string } {
  const place = readCursor('newest', after)
  return { time: String(place?.keys[0] ?? 'infinity'), id: cursorId(place, 'falling') }
}

/** A page of rows that were read with `pageLimit`, newest first. */
export function newestPage<Row extends { id: string; created_at: string }>(found: Row[]) {
  const rows = found.slice(0, OPERATOR_PAGE)
  const last = found.length > OPERATOR_PAGE ? rows.at(-1) : undefined
  const next = last ? cursorText('newest', { keys: [last.created_at], id: last.id }) : null
  return { rows, next }
}

/** The same for numbered rows. */
export function numberedPage<Row extends { number: number }>(found: Row[]) {
  const rows = found.slice(0, OPERATOR_PAGE)
  const last = found.length > OPERATOR_PAGE ? rows.at(-1) : undefined
  return { rows, next: last ? cursorText('numbered', { keys: [], id: String(last.number) }) : null }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The search input: a whole id, or words; null for neither. */
export function typedFor(q: string | undefined): { id: string | null; words: string | null } {
  const typed = q?.trim() ?? ''
  if (typed === '') return { id: null, words: null }
  return UUID.test(typed) ? { id: typed.toLowerCase(), words: null } : { id: null, words: typed }
}
