import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { splitOfDeal } from '#contract/deal-split.ts'
import { centsFromUsd, type PriceSplit } from '#contract/money.ts'

/** What a price of this deal leaves for its creator, in cents. */
export const dealSplit = (priceCents: number, { terms, held }: DealAmendments): PriceSplit =>
  splitOfDeal(priceCents, terms.parts.map(centsFromUsd), held !== null, terms.fee_terms)
