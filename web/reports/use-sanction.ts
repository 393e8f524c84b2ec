import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** How a decision is requested: by its address, with the key from the mail for someone who cannot sign in. */
const inputOf = (id: string, key: string | null) => ({
  params: { id },
  query: key === null ? {} : { key },
})

/** A decision about the reader. 404 for one about anyone else. */
export const useSanction = (id: string, key: string | null) =>
  useQuery(apiQuery('sanctions.get', inputOf(id, key)))

/** Appeals it. After a refusal the decision is refetched: it may have been appealed elsewhere. */
export function useAppeal(id: string, key: string | null) {
  const queries = useQueryClient()
  const { queryKey } = apiQuery('sanctions.get', inputOf(id, key))
  return useMutation({
    mutationFn: (body: string) => call('sanctions.appeal', { ...inputOf(id, key), body: { body } }),
    onSuccess: (sanction) => queries.setQueryData(queryKey, sanction),
    // Not awaited: the read may be retried for seconds.
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}
