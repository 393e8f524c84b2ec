import { useMutation, useQuery } from '@tanstack/react-query'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery, caching } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The deals split off from one's own project, newest first: a page holds as many as a project may want. */
export function useHires(id: string) {
  return useQuery({
    ...apiQuery('projects.hires', { params: { id }, query: {} }),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
  })
}

/** Closes hiring with the creators hired so far. */
export function useCloseHiring(id: string) {
  const refresh = useRefresh('projects', 'applications', 'dashboard')
  return useMutation({
    mutationFn: () => call('projects.close_hiring', { params: { id } }),
    onSettled: refresh,
  })
}

/** Hires several applicants at once; each row of the response reports the outcome. */
export function useHireSeveral(id: string) {
  const refresh = useRefresh('applications', 'projects', 'payments', 'conversations', 'dashboard')
  return useMutation({
    mutationFn: (application_ids: string[]) =>
      call('projects.hire', { params: { id }, body: { application_ids } }),
    onSettled: refresh,
  })
}

/** Charges a saved card for several deals, one charge each; each row of the response reports the outcome. */
export function useFundSeveral(id: string) {
  const refresh = useRefresh('payments', 'projects', 'dashboard')
  return useMutation({
    mutationFn: (body: Input<'projects.fund'>['body']) =>
      call('projects.fund', { params: { id }, body }),
    onSettled: refresh,
  })
}
