import type { ErrorEntry } from './error-entry.ts'
import { formatCents } from './money.ts'

/**
 * The operator's own minimum for new prices, above what the payment provider keeps of a charge. Without one, the limits of
 * SPEC §5 hold alone. A price that stands already is never refused for it.
 */

/** The configurable range, in USD: SPEC's own minimum price at least. */
export const MINIMUM_PRICE_USD = { min: 1, max: 1_000 } as const

export const minimumPriceErrors = {
  'price.below_minimum': { status: 422, message: 'The price is below the minimum.' },
} as const satisfies Record<string, ErrorEntry>

/** Beside a price field, and at one that holds less. `cents` is the minimum. */
export const minimumPriceWords = (cents: number): string => `The minimum is ${formatCents(cents)}.`

/** Where what a change adds to held money is less: it is paid by itself. */
export const minimumAddedWords = (cents: number): string =>
  `What is added is paid by itself: at least ${formatCents(cents)}.`
