import { useMutation } from '@tanstack/react-query'
import type { NewProject, ProjectChanges } from '#contract/project-schemas.ts'
import { call } from '#web/api/client.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** Creates a project, published or as a draft. */
export function useCreateProject() {
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: (body: NewProject) => call('projects.create', { body }),
    onSuccess: refresh,
  })
}

/** Changes a project, and optionally publishes it afterwards: a draft's "Post". */
export function useUpdateProject(id: string) {
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: async ({ body, publish }: { body: ProjectChanges; publish: boolean }) => {
      const changed = await call('projects.update', { params: { id }, body })
      return publish ? call('projects.publish', { params: { id } }) : changed
    },
    // Also when publishing failed after the changes were saved.
    onSettled: refresh,
  })
}
