import { centsFromUsd } from '#contract/money.ts'
import type { ProjectChanges } from '#contract/project-schemas.ts'
import { seatWords } from '#contract/seat-words.ts'
import { AppError } from '#server/http/app-error.ts'
import { isPast } from './project-edit.ts'
import type { ProjectRow } from './project-store.ts'

type Asked = Pick<ProjectChanges, 'seats' | 'hiring_until' | 'budget_total' | 'deadline'>

/**
 * Returns how many creators a project wants, until when and for how much, after a change; absent fields stay unchanged.
 * A project that wants one creator has neither limit. `before` is null for a new one. Throws request.invalid for a day
 * that is over or after the deadline, and for limits on a single hire.
 */
export function hiringOf(
  asked: Asked,
  before: ProjectRow | null,
  now: Date,
): Pick<ProjectRow, 'seats' | 'hiring_until' | 'budget_total'> {
  const seats = asked.seats ?? before?.seats ?? 1
  if (seats === 1) {
    if (asked.hiring_until != null) throw invalid('hiring_until', seatWords.onlyForSeveral)
    if (asked.budget_total != null) throw invalid('budget_total', seatWords.onlyForSeveral)
    return { seats, hiring_until: null, budget_total: null }
  }
  const { hiring_until: until = before?.hiring_until ?? null, budget_total: total } = asked
  const deadline = asked.deadline ?? before?.deadline
  if (until !== null && until !== before?.hiring_until && isPast(until, now))
    throw invalid('hiring_until', seatWords.untilPassed)
  if (until !== null && deadline !== undefined && until > deadline)
    throw invalid('hiring_until', seatWords.untilAfterDeadline)
  const stays = before?.budget_total ?? null
  const cents = total === null ? null : total === undefined ? stays : centsFromUsd(total)
  return { seats, hiring_until: until, budget_total: cents }
}

const invalid = (field: keyof Asked, message: string) =>
  new AppError('request.invalid', { fields: { [field]: message } })
