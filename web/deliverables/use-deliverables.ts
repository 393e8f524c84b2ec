import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'

/** The deliverables of a project, newest first: all for its owner, their own for a creator. */
export function useProjectDeliverables(
  projectId: string,
  { enabled = true, retryOnMount = true }: { enabled?: boolean; retryOnMount?: boolean } = {},
) {
  return useQuery({
    ...apiQuery('deliverables.for_project', { params: { id: projectId } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: LINKS_RENEWED_MS,
    enabled,
    retryOnMount,
  })
}
