import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { ApiError } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'

const sessions = apiQuery('sessions.list')

/** The reader's sessions, the one of this window first. */
export function useSessions() {
  return useQuery({ ...sessions, staleTime: 0, refetchOnMount: 'always' })
}

/** Ends one of the other sessions. A session that is already over counts as ended. */
export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call('sessions.end', { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessions.queryKey }),
  })
}
