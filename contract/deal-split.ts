import { type FeeTerms, type PriceSplit, splitPrice } from './money.ts'

/**
 * What an agreed price of a deal leaves for its creator, in cents: each payment is split by itself (decision 0073).
 * `partsCents` is how the price agreed so far is paid: the deal's own payment, then its extras. Held money cannot be changed:
 * a higher price is one more extra, and a lower one comes out of the deal's own payment. Before money is held there is one part,
 * and any price is split as a whole. An extra has the deal's percentage and no second minimum fee.
 */
export function splitOfDeal(
  priceCents: number,
  partsCents: readonly number[],
  isHeld: boolean,
  terms: FeeTerms,
): PriceSplit {
  const [own = 0, ...extras] = partsCents
  const change = priceCents - partsCents.reduce((all, part) => all + part, 0)
  if (!isHeld || own + change <= 0) return splitPrice(priceCents, terms)
  const first = splitPrice(own + Math.min(0, change), terms)
  return [...extras, Math.max(0, change)]
    .map((cents) => splitPrice(cents, ofExtra(terms)))
    .reduce(bothOf, first)
}

/** The price of a deal so far, in cents: what was added to held money is among it, and each addition a payment. */
interface PaidPrice {
  agreedCents: number
  extrasCents: readonly number[]
  isHeld: boolean
}

/** What a price that is agreed on or proposed leaves for a deal's creator, in cents. After its release, too, each payment counts by itself. */
export const netOfDeal = (
  priceCents: number,
  { agreedCents, extrasCents, isHeld }: PaidPrice,
  terms: FeeTerms,
): number =>
  splitOfDeal(
    priceCents,
    [agreedCents - sumOf(extrasCents), ...extrasCents],
    isHeld || extrasCents.length > 0,
    terms,
  ).creatorCents

/**
 * What a decision that returns `returnedCents` leaves for a deal's creator, in cents (decision 0073): the last payment goes
 * back first, and each is split by itself, as the ledger does. `partsCents` is what is held, the deal's own payment first.
 */
export function splitOfDecision(
  partsCents: readonly number[],
  returnedCents: number,
  terms: FeeTerms,
): PriceSplit {
  const returned = returnedOfEach(partsCents, returnedCents)
  return partsCents
    .map((part, place) =>
      splitPrice(part - (returned[place] ?? 0), place === 0 ? terms : ofExtra(terms)),
    )
    .reduce(bothOf, { creatorCents: 0, feeCents: 0 })
}

/** The deal's own payment bears the minimum fee once. */
const ofExtra = (terms: FeeTerms): FeeTerms => ({ ...terms, minimum_fee_cents: 0 })

const bothOf = (all: PriceSplit, one: PriceSplit): PriceSplit => ({
  creatorCents: all.creatorCents + one.creatorCents,
  feeCents: all.feeCents + one.feeCents,
})

/** Cents of all parts. */
export const sumOf = (parts: readonly number[]): number =>
  parts.reduce((all, part) => all + part, 0)

/**
 * What of each part goes back when `returnedCents` of them all do: the last one first. What was added to a price last
 * goes back first, so at most one payment is divided, and only whole cents move. All amounts are cents; what is more than
 * there is stays out.
 */
export function returnedOfEach(parts: readonly number[], returnedCents: number): number[] {
  let rest = returnedCents
  return parts
    .toReversed()
    .map((part) => {
      const back = Math.min(part, rest)
      rest -= back
      return back
    })
    .toReversed()
}
