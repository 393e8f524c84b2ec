import { useMutation } from '@tanstack/react-query'
import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Hands a deliverable in. */
export function useSubmitDeliverable(projectId: string) {
  const refresh = useRefresh('deliverables', 'review', 'projects', 'dashboard')
  return useMutation({
    mutationFn: (body: NewDeliverable) =>
      call('deliverables.submit', { params: { id: projectId }, body }),
    // Also after a refusal: this shows a change that was requested meanwhile.
    onSettled: refresh,
  })
}
