import type { ErrorCode } from '#contract/errors.ts'
import { EDITABLE_PROJECT_STATUSES } from '#contract/projects.ts'
import type { BriefChange } from '#server/briefs/save-brief.ts'
import { type Description, descriptionOf } from './project-description.ts'
import type { ProjectRow } from './project-store.ts'

/** Decision P14: a deadline has passed once its UTC day is over. */
export const isPast = (deadline: string, now: Date): boolean =>
  deadline < now.toISOString().slice(0, 10)

/** The fields an owner may edit. */
const FIXED_ONCE_ACCEPTED = [
  'title',
  'description',
  'category',
  'budget',
  'deadline',
  'seats',
  'hiring_until',
  'budget_total',
  'licence_terms_hash',
] as const

/**
 * Returns why a project may not change from `before` to `after`, or null when it may. Unchanged values do not count as
 * a change: forms send every field. `asksOther`: its brief would change. `priced`: its licence would change, and
 * someone has already named a price under it.
 */
export function editRefusal(
  before: ProjectRow,
  after: ProjectRow,
  { now, asksOther, priced }: { now: Date; asksOther: boolean; priced: boolean },
): ErrorCode | null {
  if (EDITABLE_PROJECT_STATUSES.includes(before.status)) {
    if (priced) return 'project.licence_priced'
    if (before.hired > 0 && after.seats <= before.hired) return 'project.seats_taken'
    const movedBack = after.deadline !== before.deadline && isPast(after.deadline, now)
    return before.status === 'active' && movedBack ? 'project.deadline_passed' : null
  }
  if (before.status !== 'in_progress') return 'project.closed'
  if (asksOther) return 'brief.agreed'
  const fixed = FIXED_ONCE_ACCEPTED.every((field) => before[field] === after[field])
  return fixed && onlyAdds(before, after) ? null : 'project.not_editable'
}

/**
 * Whether an offer made about `before` would be about different work in `after`. The date and budget do not count: an
 * offer has its own.
 */
export const asksForOtherWork = (before: ProjectRow, after: ProjectRow): boolean =>
  (['title', 'description', 'product_details', 'brief_version'] as const).some(
    (field) => before[field] !== after[field],
  )

/** Details and pictures that a creator has agreed to cannot be removed; more may be added (decision P14). */
function onlyAdds(before: ProjectRow, after: ProjectRow): boolean {
  const details = (after.product_details ?? '').includes(before.product_details ?? '')
  return details && before.product_images.every((url) => after.product_images.includes(url))
}

/**
 * Returns the description after an edit. Undefined, or the current text, is no change: a generated description then
 * follows its brief. Null requests a generated one. Throws request.invalid if that leaves no description.
 */
export function descriptionAfter(
  before: ProjectRow,
  typed: string | null | undefined,
  { brief, changed }: BriefChange,
): Description {
  const { description, description_generated: generated } = before
  const stays = typed === undefined || typed === description || (typed === null && generated)
  if (!stays) return descriptionOf(typed, brief)
  if (!generated || !changed) return { description, description_generated: generated }
  return brief === null ? { description, description_generated: false } : descriptionOf(null, brief)
}
