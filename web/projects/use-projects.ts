import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { NewProject, ProjectChanges } from '#contract/project-schemas.ts'
import type { Category } from '#contract/projects.ts'
import { call, callWith } from '../api/client.ts'
import { apiQuery, caching } from '../api/query-client.ts'
import { useRefresh } from '../realtime/use-refresh.ts'

/** What narrows Available Projects: text in title or description, and one category. */
export interface ProjectFilter {
  q?: string
  category?: Category
}

/** Active projects by pages, newest first; `total` of any page counts all that match. */
export function useActiveProjects(filter: ProjectFilter) {
  return useInfiniteQuery({
    ...activeProjects(filter),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
    // The last list stays while the next one loads, so that typing does not blink.
    placeholderData: (previous) => previous,
  })
}

function activeProjects(filter: ProjectFilter) {
  return infiniteQueryOptions({
    queryKey: ['projects.list', { query: filter }] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callWith('projects.list', { query: { ...filter, before: pageParam } }, signal),
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((count, page) => count + page.projects.length, 0)
      return shown < last.total ? last.projects.at(-1)?.created_at : undefined
    },
  })
}

/** One project with its shop and timeline. 404 for whoever may not see it. */
export function useProject(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...apiQuery('projects.get', { params: { id } }),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
    enabled,
  })
}

/** The seller's own projects, newest first, with their number of applications. */
export function useMyProjects({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...apiQuery('projects.mine'),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
    enabled,
  })
}

/** Creates a project, published or as a draft. */
export function useCreateProject() {
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: (body: NewProject) => call('projects.create', { body }),
    onSuccess: refresh,
  })
}

/** Changes a project, and publishes it afterwards when asked: a draft's "Post Project". */
export function useUpdateProject(id: string) {
  const refresh = useRefresh('projects', 'dashboard')
  return useMutation({
    mutationFn: async ({ body, publish }: { body: ProjectChanges; publish: boolean }) => {
      const changed = await call('projects.update', { params: { id }, body })
      return publish ? call('projects.publish', { params: { id } }) : changed
    },
    // Also when publishing failed after the changes were kept.
    onSettled: refresh,
  })
}

/** Cancels one's own project; refused while money is held or was released. */
export function useCancelProject(id: string) {
  const refresh = useRefresh('projects', 'applications', 'dashboard')
  return useMutation({
    mutationFn: () => call('projects.cancel', { params: { id } }),
    onSettled: refresh,
  })
}
