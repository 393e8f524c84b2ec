import { LIST_PAGE, readCursor } from '#contract/paging.ts'
import { cursorId } from './search.ts'
import { raw } from './sql.ts'

/**
 * Where a page of one's own list begins: compare `(created_at, id) < (time, id)`, or `updated_at` in a list of what
 * moved latest, and order by the same two, falling. Without a cursor, or with one of another list, that is
 * before every row.
 */
export function listPlace(
  sort: 'newest' | 'latest',
  after: string | undefined,
): { time: string; id: string } {
  const place = readCursor(sort, after)
  return { time: String(place?.keys[0] ?? 'infinity'), id: cursorId(place, 'falling') }
}

/** The limit of such a page. The contract's `afterPage` says whether and where the next one begins. */
export const listPage = raw(String(LIST_PAGE))
