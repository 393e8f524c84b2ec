import type { DeliverableStatus } from './deliverables.ts'
import { isReleasable } from './payments.ts'

/** What this needs to know of a delivery; moments are RFC 3339. */
interface Delivery {
  status: DeliverableStatus
  created_at: string
  reviewed_at: string | null
  superseded_at: string | null
  /** Absent where no dispute is read. */
  decided?: boolean
}

/** Deliveries that wait for the owner, the earliest due first. What waited when a dispute was decided waits no more. */
export function waitingForReview<D extends Delivery>(deliverables: readonly D[]): D[] {
  return deliverables
    .filter((one) => one.status === 'pending' && one.decided !== true)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/** Deliveries with a revision request and no newer delivery. A replaced one has no open request. */
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

/** The reasons not to release the money on approving one delivery: other work that waits, and open revisions. */
export function openWorkBeside<D extends Delivery & { id: string }>(
  deliverables: readonly D[],
  approvedId: string,
): { waiting: D[]; revisions: D[] } {
  return {
    waiting: waitingForReview(deliverables.filter((one) => one.id !== approvedId)),
    revisions: openRevisions(deliverables),
  }
}

/** Decision P8: approval releases when nothing else waits and no revision is open. */
export function releasesOnApproval(
  deliverables: readonly (Delivery & { id: string })[],
  approvedId: string,
): boolean {
  const { waiting, revisions } = openWorkBeside(deliverables, approvedId)
  return waiting.length === 0 && revisions.length === 0
}

/** Whether approving one delivery would release the money now: it can be released, and nothing else is open. */
export const approvalReleases = (
  payment: Parameters<typeof isReleasable>[0] | null | undefined,
  deliverables: readonly (Delivery & { id: string })[],
  approvedId: string,
): boolean =>
  payment != null && isReleasable(payment) && releasesOnApproval(deliverables, approvedId)
