import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'

/** Whether the reader has blocked this person: their card, or null. */
export const useBlocked = (id: string) => useQuery(apiQuery('blocks.get', { params: { id } }))

/** The people the reader has blocked, page by page. */
export const useBlockedPeople = () => usePagesOfRows('blocks.list')

/** Blocks or unblocks a person. Any list may have shown them, so everything is refetched. */
export function useChangeBlock(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isBlocked: boolean): Promise<{ blocked: boolean }> =>
      isBlocked
        ? call('blocks.add', { params: { id } })
        : call('blocks.remove', { params: { id } }),
    onSuccess: () => void queries.invalidateQueries(),
  })
}
