import { useQuery } from '@tanstack/react-query'
import type { WaitingColumn } from '#contract/board.ts'
import { apiQuery, caching } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'

/** The whole board in one response; any change to one of its cards refetches it. */
export function useBoard(id: string) {
  return useQuery({
    ...apiQuery('projects.board', { params: { id } }),
    // SPEC §9: project data is not cached and is refetched on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
    refetchInterval: LINKS_RENEWED_MS,
  })
}

/**
 * A waiting column, page by page from its first card: used once someone requests more than the board contains of it.
 */
export function useColumn(id: string, column: WaitingColumn, enabled: boolean) {
  return usePages({
    key: 'projects.board_cards',
    input: { params: { id }, query: { column } },
    rowsOf: ({ cards }) => cards,
    nextOf: ({ next }) => next,
    options: { ...caching.project, enabled },
  })
}
