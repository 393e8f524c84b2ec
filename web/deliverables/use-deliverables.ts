import { useMutation, useQuery } from '@tanstack/react-query'
import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

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

/** Hands a deliverable in. */
export function useSubmitDeliverable(projectId: string) {
  const refresh = useRefresh('deliverables', 'review', 'projects', 'dashboard')
  return useMutation({
    mutationFn: (body: NewDeliverable) =>
      call('deliverables.submit', { params: { id: projectId }, body }),
    // Also after a refusal: a change that was asked for meanwhile appears.
    onSettled: refresh,
  })
}

/**
 * How a deliverable is approved. `despite_open_work`: the seller has read what else is open; `waive_open_notes`: and that
 * changes they asked for are.
 */
interface Approval {
  id: string
  release: boolean
  despite_open_work: boolean
  waive_open_notes: boolean
}

/** Approves a deliverable; `release` also releases the held payment (decision P8). */
export function useApproveDeliverable() {
  const refresh = useRefresh('deliverables', 'review', 'projects', 'payments', 'dashboard')
  return useMutation({
    mutationFn: ({ id, ...body }: Approval) =>
      call('deliverables.approve', { params: { id }, body }),
    onSettled: refresh,
  })
}

/** Returns a deliverable with a note (decision P15). */
export function useRequestRevision() {
  const refresh = useRefresh('deliverables', 'projects', 'dashboard')
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      call('deliverables.request_revision', { params: { id }, body: { reviewer_notes: note } }),
    onSettled: refresh,
  })
}
