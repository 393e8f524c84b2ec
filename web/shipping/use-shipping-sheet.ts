import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The parcels of one project's hires as CSV, with their addresses. */
export const useExportSheet = () =>
  useMutation({
    mutationFn: (project_id: string) => call('shipping.export', { body: { project_id } }),
  })

/** What an upload changes, or would change. */
export function useImportSheet() {
  const refresh = useRefresh('projects', 'conversations', 'dashboard')
  return useMutation({
    mutationFn: (body: { csv: string; dry_run: boolean }) => call('shipping.import', { body }),
    onSettled: refresh,
  })
}
