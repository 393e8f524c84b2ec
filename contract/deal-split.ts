import { type FeeTerms, type PriceSplit, splitPrice } from './money.ts'

/**
 * Returns what an agreed price of a deal leaves for its creator, in cents: each payment is split separately (decision
 * 0073). `partsCents` is how the price agreed so far is paid: the deal's own payment, then its extras. Held money
 * cannot be changed: a higher price is one more extra, and a lower one comes out of the deal's own payment. Before
 * money is held there is one part, and any price is split as a whole. An extra has the deal's percentage and no second
 * minimum fee.
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

/** The price of a deal so far, in cents. It includes what was added to held money, and each addition is a payment. */
interface PaidPrice {
  agreedCents: number
  extrasCents: readonly number[]
  isHeld: boolean
}

/**
 * Returns what an agreed or proposed price leaves for a deal's creator, in cents. Each payment still counts separately
 * after its release.
 */
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
 * Returns what a decision that returns `returnedCents` leaves for a deal's creator, in cents (decision 0073): the last
 * payment is returned first, and each is split separately, as the ledger does. `partsCents` is what is held, the deal's
 * own payment first.
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

/** The deal's own payment carries the minimum fee, once. */
const ofExtra = (terms: FeeTerms): FeeTerms => ({ ...terms, minimum_fee_cents: 0 })

const bothOf = (all: PriceSplit, one: PriceSplit): PriceSplit => ({
  creatorCents: all.creatorCents + one.creatorCents,
  feeCents: all.feeCents + one.feeCents,
})

/** Returns the sum of all parts, in cents. */
export const sumOf = (parts: readonly number[]): number =>
  parts.reduce((all, part) => all + part, 0)

/**
 * Returns how much of each part is returned when `returnedCents` is returned in total: the last part first. What was
 * added to a price last is returned first, so at most one payment is divided, and only whole cents move. All amounts
 * are cents; anything beyond the total is ignored.
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
