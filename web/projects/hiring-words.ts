import { formatCents, sumWords } from '#contract/money.ts'
import { SEAT_LIMITS } from '#contract/seats.ts'

/** The project form's texts about hiring several creators. */
export const hiringFormWords = {
  switch: 'Hire more than one creator',
  switchHint: 'Each hire becomes its own project, with its own payment and delivery.',
  budgetHint: 'In US dollars, for each creator',
  seats: 'Creators wanted',
  seatsHint: `Up to ${SEAT_LIMITS.most}`,
  seatsWrong: `Enter a number from 1 to ${SEAT_LIMITS.most}.`,
  until: 'Hire until',
  untilHint: 'The last day you hire anyone. Leave empty to hire until every place is taken.',
  total: 'Total budget',
  /** Follows the maximum, which is the same for any amount: 50 hires can cost more. */
  noTotal: 'Leave it empty to hire without a maximum.',
  optional: '(optional)',
  /** Shown under the total while it is empty. */
  sum: (seats: number, cents: number): string => `${sumWords(seats, cents)} at your budget`,
  /** Shown under the total once there is one: whether it is enough for everyone. */
  against: (seats: number, cents: number, total: number): string =>
    seats * cents > total
      ? `${sumWords(seats, cents)} at your budget. ${formatCents(total)} may not be enough for all of them.`
      : `${sumWords(seats, cents)} at your budget`,
  noSum: 'The most that all of them together may cost',
} as const
