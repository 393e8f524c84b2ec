import { useQuery } from '@tanstack/react-query'
import type { QueuedDeliverable } from '#contract/deliverable-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'

/** In the address of a review: it belongs to the queue of everything that waits. */
export const ALL_WAITING = 'all'

/**
 * The deliveries that wait for the reader's review, earliest first: of all projects (null), or of one project that
 * hires several.
 */
export function useReviewQueue(listing: string | null) {
  return useQuery({
    ...apiQuery('deliverables.queue', { query: listing === null ? {} : { listing } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/**
 * Returns the delivery that follows this one, whether or not this one still waits: the next one handed in later, or
 * after the last one the first that was passed over. Null when nothing else waits.
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
