import { useQuery } from '@tanstack/react-query'
import type { QueuedDeliverable } from '#contract/deliverable-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** In the address of a review: it is one of everything that waits. */
export const ALL_WAITING = 'all'

/** What waits for the reader's review, the earliest first: of everything (null), or of one project that hires several. */
export function useReviewQueue(listing: string | null) {
  return useQuery({
    ...apiQuery('deliverables.queue', { query: listing === null ? {} : { listing } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/**
 * What comes after a delivery, whether or not it still waits itself: the next one handed in later, and after the last one
 * the first that was passed over. Null when nothing else waits.
 */
export function nextInQueue(
  queue: readonly QueuedDeliverable[],
  current: { id: string; created_at: string },
): QueuedDeliverable | null {
  const others = queue.filter(({ id }) => id !== current.id)
  return (
    others.find(({ created_at }) => Date.parse(created_at) >= Date.parse(current.created_at)) ??
    others[0] ??
    null
  )
}

export const queueWords = {
  title: 'Review queue',
  failed: 'We could not load what waits for your review.',
  none: 'Nothing waits for your review',
  noneText: 'Deliveries appear here one after another as creators hand them in.',
  toBoard: 'Back to Board',
  toProjects: 'My Projects',
  /** Beside the decision: whose work comes next, and how many still wait. */
  next: (creator: string) => `Next: ${creator}`,
  left: (count: number) => `${count} more ${count === 1 ? 'waits' : 'wait'} for your review`,
  last: 'Done',
} as const
