import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { reviewDeadline } from '#contract/deliverables.ts'
import { daysUntil } from '../ui/dates.ts'

type Facts = Pick<Deliverable, 'id' | 'status' | 'created_at' | 'reviewed_at'>

/** Those that wait for the owner, the one due first at the front. */
export function waitingForReview<D extends Facts>(deliverables: readonly D[]): D[] {
  return deliverables
    .filter((one) => one.status === 'pending')
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Whether a revision was asked for and nothing was handed in since. */
export function hasOpenRevision(deliverables: readonly Facts[]): boolean {
  return deliverables.some(
    (one) =>
      one.status === 'rejected' &&
      one.reviewed_at !== null &&
      !deliverables.some(
        (other) => Date.parse(other.created_at) > Date.parse(one.reviewed_at ?? one.created_at),
      ),
  )
}

/** DECISIONS 8: releasing is proposed when nothing else waits and no revision is open. */
export function proposesRelease(deliverables: readonly Facts[], approvedId: string): boolean {
  const others = deliverables.filter((one) => one.id !== approvedId)
  return waitingForReview(others).length === 0 && !hasOpenRevision(deliverables)
}

/** The moment (RFC 3339) until which a delivery waits for review. */
export function reviewBy(createdAt: string): string {
  return new Date(reviewDeadline(createdAt)).toISOString()
}

/** "6 days left", "1 day left", "less than a day left": calendar days to the end of the review window. */
export function timeLeft(createdAt: string, now: Date): string {
  const days = daysUntil(reviewBy(createdAt), now)
  if (days < 1) return 'less than a day left'
  return days === 1 ? '1 day left' : `${days} days left`
}
