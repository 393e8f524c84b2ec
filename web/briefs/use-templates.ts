import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The brand's own templates, by name. */
export const useOwnTemplates = () => useQuery(apiQuery('brief_templates.list'))

/** Saves the brief of the person's own project as a template. */
export function useKeepTemplate() {
  const refresh = useRefresh('projects')
  return useMutation({
    mutationFn: (body: { project_id: string; name: string }) =>
      call('brief_templates.save', { body }),
    onSettled: refresh,
  })
}

export function useRemoveTemplate() {
  const refresh = useRefresh('projects')
  return useMutation({
    mutationFn: (id: string) => call('brief_templates.remove', { params: { id } }),
    onSettled: refresh,
  })
}
