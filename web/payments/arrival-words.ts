import { formatUsd } from '#contract/money.ts'
import type { Arrival } from '#contract/payment-schemas.ts'
import { bankDay } from './bank-day.ts'

/** The texts a creator reads when their money arrives. */
export const arrivalWords = {
  title: ({ amount }: Arrival) => `${formatUsd(amount)} is yours`,
  from: ({ seller_name, project_title }: Arrival) =>
    `${seller_name} released it for “${project_title}”.`,
  /** Uses only what the provider has reported: the day is never guessed. */
  bank: (arrival: Arrival) =>
    arrival.bank_date === null
      ? 'It is on your Stripe balance. The day it reaches your bank stands in the statement as soon as Stripe names it.'
      : `It ${arrival.bank_arrived ? 'has been' : 'is'} ${bankDay(arrival)}.`,
  open: 'View statement',
  close: 'Close',
} as const
