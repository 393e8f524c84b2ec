import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { apiQuery, caching } from '#web/api/query-client.ts'
import { logFailure } from '#web/page/console-lines.ts'

/** Counts of the creator's strip: applications, deliverables, approved deliverables. */
export function useCreatorCounts() {
  return useQuery(apiQuery('dashboard.creator'))
}

/** The creator's deals in which the next move is theirs, the most urgent first. */
export const useMoves = () => useQuery(apiQuery('dashboard.moves'))

/** One's own deliverables, newest first. A failed load is logged and treated as none (SPEC §8). */
export function useOwnDeliverables() {
  const query = useQuery(apiQuery('deliverables.mine', { query: {} }))
  const { error } = query
  useEffect(() => {
    if (error) logFailure('Deliverables could not be loaded', error)
  }, [error])
  return { ...query, deliverables: query.data ?? [] }
}

/** The newest active projects (SPEC §9: three) and how many there are in all. */
export function useRecentProjects() {
  return useQuery({
    ...apiQuery('projects.list', { query: { limit: PROJECT_LIMITS.recent } }),
    // SPEC §9: project data is not cached and refetches on mount.
    ...caching.project,
  })
}
