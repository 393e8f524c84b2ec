import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Returns a deliverable with a note (decision P15). */
export function useRequestRevision() {
  const refresh = useRefresh('deliverables', 'projects', 'dashboard')
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      call('deliverables.request_revision', { params: { id }, body: { reviewer_notes: note } }),
    onSettled: refresh,
  })
}
