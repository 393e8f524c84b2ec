import { useMutation } from '@tanstack/react-query'
import type { NewApplication } from '#contract/application-schemas.ts'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Applies to a project. */
export function useSubmitApplication(projectId: string) {
  const refresh = useRefresh('applications', 'projects', 'dashboard')
  return useMutation({
    mutationFn: (body: NewApplication) =>
      call('applications.submit', { params: { id: projectId }, body }),
    onSuccess: refresh,
  })
}
