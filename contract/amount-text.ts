import { formatCents, formatUsd, hasWholeCents, MAX_AMOUNT_CENTS, usdFromCents } from './money.ts'

/** Amounts as people type them, and the sentence for each kind of mistake. */

/** Why an amount is refused. */
export type AmountProblem = 'no_number' | 'too_many_decimals' | 'below_minimum' | 'above_maximum'

/** The name of an amount in its sentences, and its minimum in cents. */
export interface AmountRule {
  called: 'amount' | 'price' | 'budget'
  leastCents: number
}

const ANY_AMOUNT: AmountRule = { called: 'amount', leastCents: 0 }

/** Digits alone or in groups of three, as amounts are displayed; then optionally a point and decimals. */
const AMOUNT = /^(-?)\$?(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/

/**
 * Reads a price field: "1,000", "$1,000.50" and ".5" are amounts. Returns cents, or the problem; an empty field is
 * not a number.
 */
export function readAmount(
  text: string,
  { leastCents }: AmountRule = ANY_AMOUNT,
): { cents: number; problem: null } | { cents: null; problem: AmountProblem } {
  const [, sign, whole = '', decimals = ''] = AMOUNT.exec(text.trim()) ?? []
  const problem = (problem: AmountProblem) => ({ cents: null, problem })
  if (sign === undefined || whole + decimals === '') return problem('no_number')
  const significant = decimals.replace(/0+$/, '')
  if (significant.length > 2) return problem('too_many_decimals')
  // Digits are concatenated, not calculated: no float is involved.
  const cents = Number(whole.replaceAll(',', '') + significant.padEnd(2, '0'))
  if (sign === '-' && cents > 0) return problem('below_minimum')
  if (cents < leastCents) return problem('below_minimum')
  if (cents > MAX_AMOUNT_CENTS) return problem('above_maximum')
  return { cents, problem: null }
}

/** Returns the value of a price field in cents; null while it is not an amount. */
export const centsFromText = (text: string): number | null => readAmount(text).cents

/** Returns why a number of USD is refused in a request, or null. The same rules as `readAmount`. */
export function usdProblem(
  usd: number,
  { leastCents }: AmountRule = ANY_AMOUNT,
): AmountProblem | null {
  if (!Number.isFinite(usd)) return 'no_number'
  if (usd < usdFromCents(leastCents)) return 'below_minimum'
  if (usd > usdFromCents(MAX_AMOUNT_CENTS)) return 'above_maximum'
  return hasWholeCents(usd) ? null : 'too_many_decimals'
}

/** Returns the sentence for a refused amount. */
export function amountSentence(
  problem: AmountProblem,
  { called, leastCents }: AmountRule = ANY_AMOUNT,
): string {
  switch (problem) {
    case 'no_number':
      return `Enter an amount like ${formatCents(125_000).slice(1)}.`
    case 'too_many_decimals':
      return `Enter the ${called} with at most two decimals.`
    case 'below_minimum':
      return `The minimum ${called} is ${formatCents(leastCents)}.`
    case 'above_maximum':
      return `The maximum ${called} is ${formatCents(MAX_AMOUNT_CENTS)}.`
  }
}

/** Formats an amount as a price field shows it: "260.00", without sign and thousands separators. */
export function textFromUsd(usd: number): string {
  return formatUsd(usd).replace(/[$,]/g, '')
}
