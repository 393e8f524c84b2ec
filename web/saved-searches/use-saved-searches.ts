import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

const saved = apiQuery('searches.list')

/** A search as it is saved. */
export type SearchToSave = Input<'searches.save'>['body']

/** A person's saved searches, newest first. */
export const useSavedSearches = () => useQuery({ ...saved, staleTime: 60_000 })

/** Saves a search. */
export function useSaveSearch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SearchToSave) => call('searches.save', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: saved.queryKey }),
    // It may be saved, or the list full, without this window knowing. Not awaited: the read may be retried for seconds.
    onError: () => void queries.invalidateQueries({ queryKey: saved.queryKey }),
  })
}

/** Removes a saved search; its matches are no longer mailed. */
export function useRemoveSearch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('searches.remove', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: saved.queryKey }),
  })
}
