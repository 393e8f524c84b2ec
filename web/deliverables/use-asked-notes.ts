import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'
import { askedNotes } from './note-answers.ts'
import { useProjectDeliverables } from './use-deliverables.ts'

/** The changes that a new version of a project has to answer. The review room is fetched only where some are open. */
export function useAskedNotes(projectId: string) {
  // The page around the form makes the request and says when it failed. A second attempt on mount would remove the
  // page's notice and the form with it; the form would mount again with the next failure, in an endless loop.
  const [newest] = useProjectDeliverables(projectId, { retryOnMount: false }).data ?? []
  const isAsked = newest !== undefined && newest.open_changes > 0
  const room = useQuery({
    ...apiQuery('review.room', { params: { id: newest?.id ?? '' } }),
    enabled: isAsked,
    staleTime: 0,
  })
  return { notes: isAsked ? askedNotes(room.data?.notes ?? []) : [], room, isAsked }
}
