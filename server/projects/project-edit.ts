import type { ErrorCode } from '#contract/errors.ts'
import { EDITABLE_PROJECT_STATUSES } from '#contract/projects.ts'
import type { ProjectRow } from './project-store.ts'

/** Decision P14: a deadline has passed once its UTC day is over. */
export const isPast = (deadline: string, now: Date): boolean =>
  deadline < now.toISOString().slice(0, 10)

/** The fields an owner may edit. */
const FIXED_ONCE_ACCEPTED = ['title', 'description', 'category', 'budget', 'deadline'] as const

/**
 * Why a project may not change from `before` to `after`, or null when it may. Unchanged values are no change: forms
 * send every field.
 */
export function editRefusal(before: ProjectRow, after: ProjectRow, now: Date): ErrorCode | null {
  if (EDITABLE_PROJECT_STATUSES.includes(before.status)) {
    const movedBack = after.deadline !== before.deadline && isPast(after.deadline, now)
    return before.status === 'active' && movedBack ? 'project.deadline_passed' : null
  }
  if (before.status !== 'in_progress') return 'project.closed'
  const fixed = FIXED_ONCE_ACCEPTED.every((field) => before[field] === after[field])
  return fixed && onlyAdds(before, after) ? null : 'project.not_editable'
}

/** Details and pictures a creator has agreed to stay; more may be added (decision P14). */
function onlyAdds(before: ProjectRow, after: ProjectRow): boolean {
  const details = (after.product_details ?? '').includes(before.product_details ?? '')
  return details && before.product_images.every((url) => after.product_images.includes(url))
}
