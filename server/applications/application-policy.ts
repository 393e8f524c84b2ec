import type { ErrorCode } from '#contract/errors.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { ProjectStanding } from '#server/projects/project-store.ts'

/** Why a creator who sees a project cannot apply to it, or null when they can (SPEC §5, §4). */
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

/** Why no one can be accepted for a project in this state, or null while it is open (decision P12). */
export function acceptRefusal(status: ProjectStatus): ErrorCode | null {
  if (status === 'active') return null
  return status === 'in_progress' || status === 'completed'
    ? 'application.project_filled'
    : 'project.closed'
}
