import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApplicationWithCreator, ListedApplication } from '#contract/application-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { call } from '#web/api/client.ts'
import { apiQuery, caching } from '#web/api/query-client.ts'
import { usePagesOfRows } from '#web/api/use-pages.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'

/** All applications of one's own project, newest first. */
export function useProjectApplications(projectId: string) {
  return usePagesOfRows('applications.for_project', {
    input: { params: { id: projectId } },
    // SPEC §9: application lists are fresh for 30 s and kept 5 minutes.
    options: { ...caching.applications, refetchOnWindowFocus: true },
  })
}

/** One's own project's accepted application; `data` is null before there is one. */
export function useAcceptedApplication(
  projectId: string,
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useQuery({
    ...apiQuery('applications.accepted', { params: { id: projectId } }),
    // SPEC §9: accepted application lists have no cache.
    ...caching.acceptedApplication,
    refetchOnWindowFocus: 'always',
    enabled,
  })
}

/** The accepted application, when it is on a page of the list that is not loaded. */
export function useAcceptedElsewhere(
  project: ProjectDetail,
  loaded: readonly ListedApplication[] | undefined,
): ApplicationWithCreator | null {
  const isLoaded = loaded?.some(({ status }) => status === 'accepted') ?? true
  const enabled = project.timeline.accepted_at !== null && !isLoaded
  const { data } = useAcceptedApplication(project.id, { enabled })
  return (enabled && data) || null
}

/** One's own application to a project; `data` is null before applying. */
export function useOwnApplication(
  projectId: string,
  { enabled = true }: { enabled?: boolean } = {},
) {
  return useQuery({
    ...apiQuery('applications.own', { params: { id: projectId } }),
    // Not a list: the apply button must show the current state.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled,
  })
}

/** One's own applications, newest first, each with its project. */
export function useMyApplications() {
  return usePagesOfRows('applications.mine', {
    // SPEC §9: application lists are fresh for 30 s and kept 5 minutes.
    options: { ...caching.applications, refetchOnWindowFocus: true },
  })
}

/** Puts an application on one's own shortlist, or takes it off. */
export function useShortlist() {
  const refresh = useRefresh('applications')
  return useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      on
        ? call('applications.shortlist', { params: { id } })
        : call('applications.unshortlist', { params: { id } }),
    onSettled: refresh,
  })
}

/** The owner's two answers. */
export type ApplicationAnswer = 'accept' | 'reject'

/** Accepts or rejects an application to one's own project; accepting also opens the conversation. */
export function useAnswerApplication() {
  const refresh = useRefresh('applications', 'projects', 'payments', 'conversations', 'dashboard')
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: ApplicationAnswer }) =>
      call(answer === 'accept' ? 'applications.accept' : 'applications.reject', { params: { id } }),
    // Also after a refusal: someone answered it meanwhile, and the list should show that.
    onSettled: refresh,
  })
}

/** Takes a rejection back within its ten seconds (decision P33). */
export function useUndoReject() {
  const refresh = useRefresh('applications', 'dashboard')
  return useMutation({
    mutationFn: (id: string) => call('applications.undo_reject', { params: { id } }),
    onSettled: refresh,
  })
}
