import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Category, ProjectSort, ProjectStatus } from '#contract/projects.ts'
import { call } from '#web/api/client.ts'
import { apiQuery, caching } from '#web/api/query-client.ts'
import { usePages, usePagesOfRows } from '#web/api/use-pages.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** The filters of Available Projects (text in title or description, one category) and its order. */
export interface ProjectFilter {
  q?: string
  category?: Category
  sort?: ProjectSort
}

/** Matching active projects, page by page. `place` is the list's history entry. */
export function useActiveProjects(filter: ProjectFilter, place?: string) {
  return usePages({
    key: 'projects.list',
    input: { query: filter },
    rowsOf: (page) => page.projects,
    nextOf: (page) => page.next,
    place,
    options: {
      // SPEC §9: project data is not cached and refetches on mount.
      ...caching.project,
      refetchOnWindowFocus: 'always',
      // The last list stays while the next one loads, so that typing does not cause flicker.
      placeholderData: keepPreviousData,
    },
  })
}

/** One project with its brand and timeline. 404 for anyone who may not see it. */
export function useProject(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...apiQuery('projects.get', { params: { id } }),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
    refetchOnWindowFocus: 'always',
    enabled,
  })
}

/** A brand's active projects, newest first. */
export function useBrandProjects(brandId: string) {
  return usePagesOfRows('projects.of_brand', {
    input: { params: { id: brandId } },
    // SPEC §9: project data is not cached and refetches on mount.
    options: { ...caching.project, refetchOnWindowFocus: 'always' },
  })
}

/** The seller's own projects (optionally of one status), newest first, each with its application count. */
export function useMyProjects({ status }: { status?: ProjectStatus | undefined } = {}) {
  return usePagesOfRows('projects.mine', {
    input: { query: status === undefined ? {} : { status } },
    // SPEC §9: project data is not cached and refetches on mount.
    options: { ...caching.project, refetchOnWindowFocus: 'always' },
  })
}

/** The numbers in the seller's strip: draft and active projects, deliverables waiting for review. */
export function useSellerCounts() {
  return useQuery(apiQuery('dashboard.seller'))
}

/** The brand's projects in which the brand has to act next, most urgent first. */
export function useWaitingDeals() {
  return useQuery({ ...apiQuery('dashboard.waiting'), ...caching.project })
}

/** Cancels one's own project; refused while money is held or was released. */
export function useCancelProject(id: string) {
  const refresh = useRefresh('projects', 'applications', 'dashboard')
  return useMutation({
    mutationFn: () => call('projects.cancel', { params: { id } }),
    onSettled: refresh,
  })
}
