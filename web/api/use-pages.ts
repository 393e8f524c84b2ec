import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { RouteKey } from '#contract/api.ts'
import { afterPage } from '#contract/paging.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import { callWith } from './client.ts'
import { useArrived } from './use-arrived.ts'

/** Calls that return a page and take `after`. */
type PagedKey = {
  [K in RouteKey]: Input<K> extends { query: { after?: string | undefined } } ? K : never
}[RouteKey]

interface Pages<K extends PagedKey, Row> {
  key: K
  /** Everything but `after`; part of the cache key. */
  input?: Partial<Input<K>>
  /** The rows of a page. */
  rowsOf: (page: Answer<K>) => readonly Row[]
  /** The cursor of the next page; undefined or null after the last one. */
  nextOf: (page: Answer<K>) => string | null | undefined
  /**
   * A browser history entry (`useLocation().key`): returning to it immediately shows the pages that were loaded there,
   * so that the scroll position exists; they are still refetched.
   */
  place?: string | undefined
  /** Caching options and so on. */
  options?: Readonly<Record<string, unknown>>
}

/**
 * A growing list, page by page: `data` is all rows loaded so far, without duplicates, `first` the first page's
 * response, and `fetchNextPage` loads more. Pass it to `MoreRows`.
 */
export function usePages<K extends PagedKey, Row extends { id: string }>(pages: Pages<K, Row>) {
  const { key, input, rowsOf, nextOf, place, options } = pages
  const queries = useQueryClient()
  const queryKey = [key, input] as const
  const kept = ['place', place, ...queryKey] as const
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(input as { query?: object } | undefined)?.query, after: pageParam }
      return callWith(key, { ...input, query }, signal)
    },
    getNextPageParam: (last) => nextOf(last) ?? undefined,
    initialData: () =>
      place === undefined
        ? undefined
        : queries.getQueryData<InfiniteData<Answer<K>, string | undefined>>(kept),
    ...options,
  })
  const loaded = query.isPlaceholderData ? undefined : query.data
  const keptText = JSON.stringify(kept)
  useEffect(() => {
    if (place !== undefined && loaded) queries.setQueryData(JSON.parse(keptText), loaded)
  }, [queries, place, keptText, loaded])

  const all = useArrived(query.data)?.pages
  return {
    ...query,
    isPending: all === undefined && !query.isError,
    data: all && once(all.flatMap(rowsOf)),
    first: all?.[0],
  }
}

/** The same for a list whose response is just its rows, newest first. */
export const usePagesOfRows = <K extends PagedKey>(
  key: K,
  rest: Omit<Pages<K, RowOf<K>>, 'key' | 'rowsOf' | 'nextOf'> & { sort?: 'newest' | 'latest' } = {},
) => {
  const { sort = 'newest', ...pages } = rest
  const rowsOf = useCallback((page: Answer<K>) => page as unknown as readonly RowOf<K>[], [])
  return usePages<K, RowOf<K>>({
    ...pages,
    key,
    rowsOf,
    nextOf: (page) => afterPage(rowsOf(page), sort),
  })
}

type RowOf<K extends PagedKey> =
  Answer<K> extends readonly (infer Row extends { id: string })[] ? Row : never

/** A row that moved between two pages while they were read is shown at its first position. */
function once<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}
