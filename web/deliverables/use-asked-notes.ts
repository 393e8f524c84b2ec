import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api/query-client.ts'
import { askedNotes } from './note-answers.ts'
import { useProjectDeliverables } from './use-deliverables.ts'

/** The changes a new version of a project has to answer. The room is read only where some are open. */
export function useAskedNotes(projectId: string) {
  // The page around the form asks, and says when that failed. A second attempt on mounting would take the page's notice
  // away, and the form with it, which mounts again with the next failure: without an end.
  const [newest] = useProjectDeliverables(projectId, { retryOnMount: false }).data ?? []
  const isAsked = newest !== undefined && newest.open_changes > 0
  const room = useQuery({
    ...apiQuery('review.room', { params: { id: newest?.id ?? '' } }),
    enabled: isAsked,
    staleTime: 0,
  })
  return { notes: isAsked ? askedNotes(room.data?.notes ?? []) : [], room, isAsked }
}
