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
    .map((cents) => splitPrice(cents, { ...terms, minimum_fee_cents: 0 }))
    .reduce(
      (all, one) => ({
        creatorCents: all.creatorCents + one.creatorCents,
        feeCents: all.feeCents + one.feeCents,
      }),
      first,
    )
}
