import {
  type ApplicationStatus,
  type RejectionStage,
  rejectionTransitions,
} from '#contract/applications.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isPast } from '#server/projects/project-edit.ts'
import type { ProjectRow, ProjectStanding } from '#server/projects/project-store.ts'

/** Returns why a creator who sees a project cannot apply to it, or null when they can (SPEC §5, §4). */
export function applyRefusal(
  viewer: Viewer,
  project: ProjectStanding,
  payoutReady: boolean,
): ErrorCode | null {
  if (project.seller_id === viewer.id) return 'application.own_project'
  if (project.applied) return 'application.already_applied'
  if (project.status !== 'active') return 'project.closed'
  return payoutReady ? null : 'application.payout_setup_required'
}

/** Returns why no one can be accepted for a project in this state, or null while it is open (decision P12). */
export function acceptRefusal(status: ProjectStatus, seats = 1): ErrorCode | null {
  if (status === 'active') return null
  if (seats > 1) return status === 'in_progress' ? 'project.hiring_over' : 'project.closed'
  return status === 'in_progress' || status === 'completed'
    ? 'application.project_filled'
    : 'project.closed'
}

/**
 * Returns why a project that wants several creators cannot hire one more at this price, or null when it can. `taken`
 * counts deals that were not cancelled, in cents; the last day of hiring counts in full, in UTC.
 */
export function hireRefusal(
  project: Pick<ProjectRow, 'seats' | 'hiring_until' | 'budget_total'>,
  taken: { hired: number; committed: number },
  price: number,
  now: Date,
): ErrorCode | null {
  if (taken.hired >= project.seats) return 'project.filled'
  if (project.hiring_until !== null && isPast(project.hiring_until, now))
    return 'project.hiring_over'
  return project.budget_total !== null && taken.committed + price > project.budget_total
    ? 'project.budget_exceeded'
    : null
}

/**
 * Returns why a deal cannot be split off because it would be due in the past, or null when it can. `agreed` is the
 * offer they agreed on: then its own day counts, and its own refusal is offer.date_over. Otherwise the project's
 * deadline counts, which its brand can still move.
 */
export const dueRefusal = (
  { deadline }: Pick<ProjectRow, 'deadline'>,
  agreed: { deliver_by: string } | null,
  now: Date,
): ErrorCode | null => (agreed === null && isPast(deadline, now) ? 'project.due_over' : null)

interface Rejection {
  status: ApplicationStatus
  reject_at: string | null
}

/** How far the owner's rejection has progressed. It counts from its moment on, whether or not the row says so yet. */
export function rejectionStage({ status, reject_at }: Rejection, now: Date): RejectionStage {
  if (reject_at === null) return 'none'
  return status === 'pending' && now.getTime() < Date.parse(reject_at) ? 'undoable' : 'counted'
}

/** The status as the project's owner sees it: rejected from their click on (decision P33). */
export const statusForOwner = ({ status, reject_at }: Rejection): ApplicationStatus =>
  status === 'pending' && reject_at !== null ? 'rejected' : status

/** Returns why a rejection cannot be undone, or null while it can: in time, and while someone can still be accepted. */
export function undoRefusal(
  application: Rejection,
  project: Pick<ProjectRow, 'status' | 'seats'>,
  now: Date,
): ErrorCode | null {
  const stage = rejectionStage(application, now)
  if (stage === 'none') return 'application.already_answered'
  if (!canMove(rejectionTransitions, 'undo', stage)) return 'application.undo_over'
  return acceptRefusal(project.status, project.seats)
}
