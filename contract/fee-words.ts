/**
 * The fee in sentences. Pages that are rendered before the terms are known contain placeholders, which the server fills
 * in. Texts about an agreed deal use its own terms; texts about new deals use the current ones.
 */

import { type FeeTerms, formatCents, splitPrice } from './money.ts'

/** "15%", "12.5%". */
const feePercent = ({ creator_bps }: FeeTerms): string => `${(10_000 - creator_bps) / 100}%`
/** "85%", "87.5%". */
export const creatorPercent = ({ creator_bps }: FeeTerms): string => `${creator_bps / 100}%`

/** Whether the minimum fee applies to a price, so that percentages do not describe the split. */
export const takesMinimum = (priceCents: number, terms: FeeTerms): boolean =>
  splitPrice(priceCents, terms).feeCents !==
  splitPrice(priceCents, { ...terms, minimum_fee_cents: 0 }).feeCents

/**
 * fee, creator: each part in a few words; clause: a sentence of the terms of service; share, kept: the creator's and
 * the platform's part of a price in cents; columns: the two parts as tracks of a CSS grid.
 */
const FEE_WORDS = {
  fee: (terms) =>
    terms.minimum_fee_cents === 0
      ? feePercent(terms)
      : `${feePercent(terms)} but at least ${formatCents(terms.minimum_fee_cents)}`,
  creator: (terms) =>
    terms.minimum_fee_cents === 0 ? creatorPercent(terms) : `up to ${creatorPercent(terms)}`,
  clause: (terms) =>
    terms.minimum_fee_cents === 0
      ? `The platform fee is ${feePercent(terms)} of the price; the creator receives ${creatorPercent(terms)}.`
      : `The platform fee is ${feePercent(terms)} of the price, but at least ${formatCents(terms.minimum_fee_cents)} and never more than half of the price; the creator receives the rest.`,
  share: (terms, cents) => formatCents(splitPrice(cents, terms).creatorCents),
  kept: (terms, cents) => formatCents(splitPrice(cents, terms).feeCents),
  columns: ({ creator_bps }) => `${creator_bps}fr ${10_000 - creator_bps}fr`,
} as const satisfies Record<string, (terms: FeeTerms, priceCents: number) => string>
type FeeWord = keyof typeof FEE_WORDS

/** Returns one of the texts; `priceCents` is the price it is about. */
export type FeeWords = (word: FeeWord, priceCents?: number) => string

/** Returns the texts for terms. Null: placeholders instead, for `writeFeeWords` to fill in later. */
export const feeWords =
  (terms: FeeTerms | null): FeeWords =>
  (word, priceCents = 0) =>
    terms === null ? `%fee:${word}:${priceCents}%` : FEE_WORDS[word](terms, priceCents)

/** Fills in the placeholders of pages that were rendered before the terms were known. */
export const writeFeeWords = (page: string, terms: FeeTerms): string =>
  page.replaceAll(/%fee:(\w+):(\d+)%/g, (mark, word: string, cents: string) =>
    word in FEE_WORDS ? FEE_WORDS[word as FeeWord](terms, Number(cents)) : mark,
  )
