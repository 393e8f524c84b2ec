import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { formatUsd, usdFromCents } from '#contract/money.ts'
import type { NewProject, Project, ProjectDetail } from '#contract/project-schemas.ts'
import { BUDGET_RULE } from '#contract/projects.ts'
import { seatWords } from '#contract/seat-words.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'
import { hiringFormWords } from './hiring-words.ts'

/** The form's values for hiring several creators: text, as typed. Kept while the switch is off. */
export interface HiringDraft {
  with_hiring: boolean
  seats: string
  /** 'YYYY-MM-DD' or ''. */
  hiring_until: string
  budget_total: string
}

/** One creator, until another number is entered. */
export const ONE_CREATOR: HiringDraft = {
  with_hiring: false,
  seats: '2',
  hiring_until: '',
  budget_total: '',
}

/** The form values of a project that has them. */
export function hiringDraftOf({
  hiring,
  hiring_budget: budget,
}: Pick<Project, 'hiring'> & Partial<Pick<ProjectDetail, 'hiring_budget'>>): HiringDraft {
  if (!hiring) return ONE_CREATOR
  const total = budget?.total ?? null
  return {
    with_hiring: true,
    seats: String(hiring.wanted),
    hiring_until: hiring.until ?? '',
    budget_total: total === null ? '' : formatUsd(total).replace(/[$,]/g, ''),
  }
}

/** The number of creators in a field; null while the text is not an allowed number. */
export function seatsFrom(text: string): number | null {
  const seats = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return seats >= 1 && seats <= SEAT_LIMITS.most ? seats : null
}

type Hiring = Pick<NewProject, 'seats' | 'hiring_until' | 'budget_total'>

/** Returns the values to send, and an error for each field that is invalid. `today` is the earliest day. */
export function readHiring(
  draft: HiringDraft & { deadline: string },
  { publish, today }: { publish: boolean; today: string },
): { hiring: Hiring; errors: Partial<Record<keyof HiringDraft, string>> } {
  const one = { seats: 1, hiring_until: null, budget_total: null }
  const seats = draft.with_hiring ? seatsFrom(draft.seats) : 1
  if (seats === 1) return { hiring: one, errors: {} }
  const errors: Partial<Record<keyof HiringDraft, string>> = {}
  if (seats === null) errors.seats = hiringFormWords.seatsWrong
  const until = draft.hiring_until || null
  if (until !== null && publish && until < today) errors.hiring_until = seatWords.untilPassed
  else if (until !== null && draft.deadline !== '' && until > draft.deadline)
    errors.hiring_until = seatWords.untilAfterDeadline
  const typed = draft.budget_total.trim()
  const { cents, problem } =
    typed === '' ? { cents: null, problem: null } : readAmount(typed, BUDGET_RULE)
  if (problem !== null)
    errors.budget_total =
      amountSentence(problem, BUDGET_RULE) +
      (problem === 'above_maximum' ? ` ${hiringFormWords.noTotal}` : '')
  const total = cents === null ? null : usdFromCents(cents)
  return { hiring: { seats: seats ?? 1, hiring_until: until, budget_total: total }, errors }
}
