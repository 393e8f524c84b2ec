import { reviewDeadline } from '#contract/deliverables.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { daysUntil } from '#web/ui/dates.ts'

/** The moment (RFC 3339) until which a delivery waits for review. */
export function reviewBy(createdAt: string): string {
  return new Date(reviewDeadline(createdAt)).toISOString()
}

/** The version that was approved after this one: then it needs no revision any more. Undefined while none was. */
export const approvedAfter = (
  { version }: Pick<Deliverable, 'version'>,
  all: readonly Pick<Deliverable, 'version' | 'status'>[],
): number | undefined =>
  all.find((one) => one.version > version && one.status === 'approved')?.version

/**
 * The version that was handed in next in its deal: the revision that was asked for is in then. Undefined for the newest;
 * `all` may be of several deals, newest first.
 */
export const answeredBy = (
  { project_id, version }: Pick<Deliverable, 'project_id' | 'version'>,
  all: readonly Pick<Deliverable, 'project_id' | 'version'>[],
): number | undefined =>
  all.findLast((one) => one.project_id === project_id && one.version > version)?.version

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
