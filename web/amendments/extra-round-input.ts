import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { AMENDMENT_LIMITS, amendmentErrors } from '#contract/amendments.ts'
import { amountSentence, centsFromText, readAmount } from '#contract/amount-text.ts'
import { PRICE_RULE } from '#contract/applications.ts'
import { centsFromUsd, usdFromCents } from '#contract/money.ts'
import type { Rounds } from '#contract/rounds.ts'
import type { AmendmentInput } from './amendment-input.ts'

/** The price of an extra round in cents; 0 while the typed text is not a price. */
export const extraCentsOf = (price: string): number => centsFromText(price) ?? 0

/**
 * The proposal of one more round than was asked for: at the typed price on top of the agreed one, or for free when the
 * field is empty. The text typed in the surrounding form is sent as the reason, cut to the maximum length of a reason.
 */
export function readExtraRound(
  { price, typed }: { price: string; typed: string },
  { agreed, used }: Rounds,
  { terms }: Pick<DealAmendments, 'terms'>,
): { input: AmendmentInput; error: null } | { input: null; error: string } {
  const rounds = Math.max(agreed, used) + 1
  if (rounds > AMENDMENT_LIMITS.rounds)
    return { input: null, error: amendmentErrors['amendment.rounds_not_more'].message }
  const isFree = ['', '0', '0.00'].includes(price.trim())
  const read = isFree ? null : readAmount(price, PRICE_RULE)
  if (read?.problem) return { input: null, error: amountSentence(read.problem, PRICE_RULE) }
  const more = read?.cents ?? 0
  return {
    input: {
      price: more === 0 ? null : usdFromCents(centsFromUsd(terms.price) + more),
      deliver_by: null,
      rounds,
      brief: null,
      note: shortened(typed.trim()),
      hours: AMENDMENT_LIMITS.hours.usual,
    },
    error: null,
  }
}

const shortened = (text: string): string =>
  text.length <= AMENDMENT_LIMITS.note ? text : `${text.slice(0, AMENDMENT_LIMITS.note - 1)}…`
