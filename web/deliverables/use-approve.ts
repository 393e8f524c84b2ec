import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/**
 * How a deliverable is approved. `despite_open_work`: the seller has read what else is open. `waive_open_notes`: the
 * seller has also read that requested changes are open.
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
