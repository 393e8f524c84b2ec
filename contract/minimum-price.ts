import type { ErrorEntry } from './error-entry.ts'
import { formatCents } from './money.ts'

/**
 * The operator's own minimum for new prices, above what the payment provider keeps of a charge. Without one, only the
 * limits of SPEC §5 apply. A price that is already set is never refused because of it.
 */

/** The configurable range, in USD: at least SPEC's own minimum price. */
export const MINIMUM_PRICE_USD = { min: 1, max: 1_000 } as const

export const minimumPriceErrors = {
  'price.below_minimum': { status: 422, message: 'The price is below the minimum.' },
} as const satisfies Record<string, ErrorEntry>

/** Shown beside a price field, and at one with a lower price. `cents` is the minimum. */
export const minimumPriceWords = (cents: number): string => `The minimum is ${formatCents(cents)}.`

/** Shown where the amount that a change adds to held money is lower: that amount is paid separately. */
export const minimumAddedWords = (cents: number): string =>
  `What is added is paid by itself: at least ${formatCents(cents)}.`
