import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/schemas.ts'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Marks several applications; each row of the response reports its outcome. */
export function useShortlistSeveral(id: string) {
  const refresh = useRefresh('applications')
  return useMutation({
    mutationFn: (application_ids: string[]) =>
      call('projects.shortlist', { params: { id }, body: { application_ids } }),
    onSettled: refresh,
  })
}

/** Rejects several applications with one text (empty for none); each row of the response reports its outcome. */
export function useDeclineSeveral(id: string) {
  const refresh = useRefresh('applications', 'dashboard')
  return useMutation({
    mutationFn: (body: { application_ids: string[]; note: string }) =>
      call('projects.decline', { params: { id }, body }),
    onSettled: refresh,
  })
}

/** Makes the same offer about several applications; each row of the response reports its outcome. */
export function useOfferSeveral(id: string) {
  const refresh = useRefresh('applications', 'conversations', 'dashboard')
  return useMutation({
    mutationFn: (body: Input<'projects.offer'>['body']) =>
      call('projects.offer', { params: { id }, body }),
    onSettled: refresh,
  })
}
