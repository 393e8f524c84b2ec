import { deliverableStanding, reviewDeadline } from '#contract/deliverables.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { daysUntil } from '#web/ui/dates.ts'

/** The moment (RFC 3339) until which a delivery waits for review. */
export function reviewBy(createdAt: string): string {
  return new Date(reviewDeadline(createdAt)).toISOString()
}

type Version = Pick<Deliverable, 'project_id' | 'version' | 'status'>

/**
 * Returns the version of its deal that was approved after this one: then it no longer needs a revision. Undefined while
 * there is none. `all` may be of several deals.
 */
export const approvedAfter = (
  { project_id, version }: Version,
  all: readonly Version[],
): number | undefined =>
  all.find(
    (one) => one.project_id === project_id && one.version > version && one.status === 'approved',
  )?.version

/**
 * Returns the version that was handed in next after one that needs a revision ("Needs revision", SPEC §3). Undefined
 * where none has arrived yet, and once a later one was approved: the badge names that one. `all` may be of several
 * deals, newest first.
 */
export function answeredBy(
  deliverable: Version & Pick<Deliverable, 'superseded_at' | 'decided'>,
  all: readonly Version[],
): number | undefined {
  const { project_id, version } = deliverable
  if (deliverableStanding(deliverable) !== 'rejected') return undefined
  if (approvedAfter(deliverable, all) !== undefined) return undefined
  return all.findLast((one) => one.project_id === project_id && one.version > version)?.version
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "6 days left"; on the last day "5 hours left"; in the last hour "20 minutes left"; then "Time is up". */
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
