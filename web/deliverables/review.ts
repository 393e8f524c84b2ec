import { hasOpenRevision } from '#contract/deal-reading.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { reviewDeadline } from '#contract/deliverables.ts'
import { daysUntil } from '#web/ui/dates.ts'

type Facts = Pick<Deliverable, 'id' | 'status' | 'created_at' | 'reviewed_at'>

/** Deliveries that wait for the owner, the earliest due first. */
export function waitingForReview<D extends Facts>(deliverables: readonly D[]): D[] {
  return deliverables
    .filter((one) => one.status === 'pending')
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Decision P8: a release is suggested when nothing else waits and no revision is open. */
export function proposesRelease(deliverables: readonly Facts[], approvedId: string): boolean {
  const others = deliverables.filter((one) => one.id !== approvedId)
  return waitingForReview(others).length === 0 && !hasOpenRevision(deliverables)
}

/** The moment (RFC 3339) until which a delivery waits for review. */
export function reviewBy(createdAt: string): string {
  return new Date(reviewDeadline(createdAt)).toISOString()
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "6 days left", on the last day "5 hours left", in the last hour "20 minutes left"; then "Time is up". */
export function timeLeft(createdAt: string, now: Date): string {
  const left = reviewDeadline(createdAt) - now.getTime()
  if (left <= 0) return 'Time is up'
  if (left < HOUR_MS) return leftOf(Math.ceil(left / MINUTE_MS), 'minute')
  if (left < DAY_MS) return leftOf(Math.ceil(left / HOUR_MS), 'hour')
  return leftOf(daysUntil(reviewBy(createdAt), now), 'day')
}

function leftOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}
