import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'

/** What accepting would cause now, for the confirmation dialog; an error says why it would be refused. */
export function useAccepting(applicationId: string) {
  return useQuery({
    ...apiQuery('applications.accepting', { params: { id: applicationId } }),
    staleTime: 0,
    gcTime: 0,
  })
}
