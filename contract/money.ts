/**
 * Money, in integer cents everywhere except in requests and responses. This is the only file that rounds, converts or
 * formats an amount (decisions P5, P6, P32): screen, ledger, mail and certificate share it.
 */

import { grouped } from './number-text.ts'

/** The provider's maximum per charge, 999,999.99 USD: no price, budget or rate may be higher. In cents. */
export const MAX_AMOUNT_CENTS = 99_999_999
/** The same bound in USD, as requests and responses carry it. */
export const MAX_AMOUNT_USD = MAX_AMOUNT_CENTS / 100
/** The one currency of the product (SPEC §9), in the provider's spelling. */
export const CURRENCY = 'usd'

/** How a price is split. Requests, responses, database and stored notices carry it in this shape. */
export interface FeeTerms {
  /** The creator's share in basis points: 8500 is 85 %. Between 5000 and 10000. */
  creator_bps: number
  /** The platform's minimum, in cents; never more than half of a small price. */
  minimum_fee_cents: number
}

/** Converts a percentage with at most two decimals to basis points: 12.25 becomes 1225. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/** An agreed price, split. `creatorCents + feeCents` always equals the price. */
export interface PriceSplit {
  creatorCents: number
  feeCents: number
}

/**
 * Splits a price in cents by a deal's terms: the creator's share is rounded half up, and the fee is the rest (decision
 * P6). If that is less than the minimum fee, the fee is the minimum, but at most half of the price, rounded down. So
 * the creator gets at least a cent of any price. `creator_share` in SQL is the same calculation. Throws RangeError for
 * anything but a whole, non-negative number of cents, and for terms out of their range.
 */
export function splitPrice(priceCents: number, terms: FeeTerms): PriceSplit {
  if (!isCents(priceCents)) throw new RangeError(`not an amount in cents: ${priceCents}`)
  const { creator_bps: bps, minimum_fee_cents: minimum } = terms
  if (!Number.isInteger(bps) || bps < 5_000 || bps > 10_000 || !isCents(minimum))
    throw new RangeError(`not fee terms: ${JSON.stringify(terms)}`)
  // Integers only: (bps·p + 5000) div 10000 rounds half up without floats.
  const fee = priceCents - Math.floor((priceCents * bps + 5_000) / 10_000)
  const feeCents = Math.max(fee, Math.min(minimum, Math.floor(priceCents / 2)))
  return { creatorCents: priceCents - feeCents, feeCents }
}

/**
 * Returns the tax that an amount in cents includes at a rate in basis points: the amount less its part before tax,
 * which is rounded half up. Exact for every amount and rate up to 50 %.
 */
export const includedTax = (cents: number, bps: number): number =>
  cents - Math.floor((2 * cents * 10_000 + (10_000 + bps)) / (2 * (10_000 + bps)))

/** Small enough for the product above to be exact. */
const isCents = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER / 20_000

/** Whether a USD number is acceptable in a request: finite, 0…999,999.99, at most two decimals (decision P5). */
export function isUsdAmount(usd: number): boolean {
  return Number.isFinite(usd) && usd >= 0 && usd <= MAX_AMOUNT_USD && hasWholeCents(usd)
}

/** Whether a number of USD has at most two decimals as written: `1.005` is neither 1.00 nor 1.01. */
export function hasWholeCents(usd: number): boolean {
  return Number((Math.round(usd * 100) / 100).toFixed(2)) === usd
}

/** Converts USD, as requests carry it, to cents. Throws RangeError for what `isUsdAmount` refuses. */
export function centsFromUsd(usd: number): number {
  if (!isUsdAmount(usd)) throw new RangeError(`not an amount in USD: ${usd}`)
  return Math.round(usd * 100)
}

/** Converts a sum of amounts in USD, as responses carry it, to cents: it may be more than any one amount can be. */
export const centsOfSum = (usd: number): number => Math.round(usd * 100)

/** Converts cents to USD as responses carry it: a number with at most two decimals. */
export function usdFromCents(cents: number): number {
  return Number((cents / 100).toFixed(2))
}

/** Formats cents for people: "$1,234.50", "−$3.00" (SPEC §9: USD, en-US, two decimals). */
export function formatCents(cents: number): string {
  return formatUsd(cents / 100)
}

/**
 * "5 × $250 = $1,250.00": a number of equal prices, and their sum. Whole dollars have no decimals before the equals
 * sign.
 */
export const sumWords = (count: number, cents: number): string =>
  `${count} × ${formatCents(cents).replace(/\.00$/, '')} = ${formatCents(count * cents)}`

/**
 * Formats USD from a response for people: "$1,234.50", with a true minus before a deduction (U+2212; the fonts of
 * screens, mails and PDFs have it). A table for machines uses the number itself.
 */
export function formatUsd(usd: number): string {
  return `${usd < 0 ? '−' : ''}$${grouped(Math.abs(usd).toFixed(2))}`
}
