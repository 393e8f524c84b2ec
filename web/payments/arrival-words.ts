import { formatUsd } from '#contract/money.ts'
import type { Arrival } from '#contract/payment-schemas.ts'
import { formatDay } from '#web/ui/dates.ts'

/** The texts a creator reads when their money arrives. */
export const arrivalWords = {
  title: ({ amount }: Arrival) => `${formatUsd(amount)} is yours`,
  from: ({ seller_name, project_title }: Arrival) =>
    `${seller_name} released it for “${project_title}”.`,
  /** Only what the provider has said: no day is guessed. */
  bank: ({ bank_date, bank_arrived }: Arrival) => {
    if (bank_date === null)
      return 'It is on your Stripe balance. The day it reaches your bank stands in the statement as soon as Stripe names it.'
    return bank_arrived
      ? `It is at your bank since ${formatDay(bank_date)}.`
      : `Stripe expects it at your bank on ${formatDay(bank_date)}.`
  },
  open: 'View statement',
  close: 'Close',
} as const
