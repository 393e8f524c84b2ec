import type { DeliverableStatus } from './deliverables.ts'
import { isReleasable } from './payments.ts'

/** The fields of a delivery that this file needs; moments are RFC 3339. */
interface Delivery {
  status: DeliverableStatus
  created_at: string
  reviewed_at: string | null
  superseded_at: string | null
  /** Absent where the caller does not read disputes. */
  decided?: boolean
}

/**
 * Returns the deliveries that wait for the owner, earliest due first. A delivery that was waiting when a dispute was
 * decided no longer waits.
 */
export function waitingForReview<D extends Delivery>(deliverables: readonly D[]): D[] {
  return deliverables
    .filter((one) => one.status === 'pending' && one.decided !== true)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Returns the deliveries with a revision request and no newer delivery. A replaced delivery has no open request. */
export function openRevisions<D extends Delivery>(deliverables: readonly D[]): D[] {
  return deliverables.filter(
    (one) =>
      one.status === 'rejected' &&
      one.superseded_at === null &&
      one.reviewed_at !== null &&
      !deliverables.some(
        (other) => Date.parse(other.created_at) > Date.parse(one.reviewed_at ?? one.created_at),
      ),
  )
}

/**
 * Returns the reasons why approving one delivery does not release the money: other deliveries that wait, and open
 * revisions.
 */
export function openWorkBeside<D extends Delivery & { id: string }>(
  deliverables: readonly D[],
  approvedId: string,
): { waiting: D[]; revisions: D[] } {
  return {
    waiting: waitingForReview(deliverables.filter((one) => one.id !== approvedId)),
    revisions: openRevisions(deliverables),
  }
}

/** Decision P8: returns whether approval releases the money: nothing else waits and no revision is open. */
export function releasesOnApproval(
  deliverables: readonly (Delivery & { id: string })[],
  approvedId: string,
): boolean {
  const { waiting, revisions } = openWorkBeside(deliverables, approvedId)
  return waiting.length === 0 && revisions.length === 0
}

/** Returns whether approving one delivery now would release the money: it can be released, and nothing else is open. */
export const approvalReleases = (
  payment: Parameters<typeof isReleasable>[0] | null | undefined,
  deliverables: readonly (Delivery & { id: string })[],
  approvedId: string,
): boolean =>
  payment != null && isReleasable(payment) && releasesOnApproval(deliverables, approvedId)
