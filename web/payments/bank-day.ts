import type { Arrival } from '#contract/payment-schemas.ts'
import { formatDay } from '#web/ui/dates.ts'

/** The end of a sentence about a payout: "expected at your bank on Jun 24", or the day it arrived there. */
export const bankDay = ({
  bank_date: day,
  bank_arrived,
}: Pick<Arrival, 'bank_date' | 'bank_arrived'>) =>
  bank_arrived && day !== null
    ? `at your bank since ${formatDay(day)}`
    : `expected at your bank ${day === null ? 'soon' : `on ${formatDay(day)}`}`
