import { LIST_PAGE, readCursor } from '#contract/paging.ts'
import { cursorId } from './search.ts'
import { raw } from './sql.ts'

/**
 * The keyset of one's own lists: compare `(created_at, id) < (time, id)`, or `updated_at` for a list by latest
 * activity, and order by the same two, descending. Without a cursor, or with another list's, the page starts at the
 * beginning.
 */
export function listPlace(
  sort: 'newest' | 'latest',
  after: string | undefined,
): { time: string; id: string } {
  const place = readCursor(sort, after)
  return { time: String(place?.keys[0] ?? 'infinity'), id: cursorId(place, 'falling') }
}

/** The limit of such a page. The contract's `afterPage` determines whether and where the next one begins. */
export const listPage = raw(String(LIST_PAGE))
