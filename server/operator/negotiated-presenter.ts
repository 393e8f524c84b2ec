import { netOfDeal } from '#contract/deal-split.ts'
import { type FeeTerms, splitPrice, usdFromCents } from '#contract/money.ts'
import type {
  OperatorAmendment,
  OperatorOffer,
  OperatorOrder,
} from '#contract/operator-project-schemas.ts'
import type { AmendmentListRow } from './amendments-store.ts'
import type { OfferListRow } from './offers-store.ts'
import type { OrderListRow } from './orders-store.ts'

/** A deal and how its price was paid so far, in integer cents. */
interface AgreedDeal {
  accepted_price: number | null
  fee_terms: FeeTerms | null
  extras: readonly number[]
  held: boolean
}

/** The USD that a price leaves for its creator under these terms. */
const netOf = (cents: number, terms: FeeTerms): number =>
  usdFromCents(splitPrice(cents, terms).creatorCents)

/**
 * The USD that a price of a running deal leaves for its creator, split payment by payment as its notices say; null if
 * there is no price or no deal.
 */
export function netOfAgreed(cents: number | null, deal: AgreedDeal): number | null {
  const { accepted_price: agreed, fee_terms: terms, extras, held } = deal
  if (cents === null || agreed === null || terms === null) return null
  const paid = { agreedCents: agreed, extrasCents: extras, isHeld: held }
  return usdFromCents(netOfDeal(cents, paid, terms))
}

/** An offer as the console shows it. */
export const presentOffer = ({ fee_terms, price, ...offer }: OfferListRow): OperatorOffer => ({
  ...offer,
  price: usdFromCents(price),
  net: netOf(price, fee_terms),
})

const usd = (cents: number | null) => (cents === null ? null : usdFromCents(cents))

/** A proposed change as the console shows it. */
export const presentAmendment = (row: AmendmentListRow, deal: AgreedDeal): OperatorAmendment => ({
  ...row,
  price: usd(row.price),
  net: netOfAgreed(row.price, deal),
  returned: usd(row.returned),
  extra: usd(row.extra),
})

/** An order as the console shows it: the package as it was ordered, with the add-ons that were chosen. */
export function presentOrder(row: OrderListRow): OperatorOrder {
  const { terms, add_ons: chosen, fee_terms, price, ...order } = row
  return {
    ...order,
    package: {
      title: terms.title,
      price: usdFromCents(terms.price),
      days: terms.days,
      rounds: terms.rounds,
    },
    add_ons: terms.add_ons
      .filter(({ id }) => chosen.includes(id))
      .map((one) => ({ ...one, price: usdFromCents(one.price) })),
    price: usdFromCents(price),
    net: netOf(price, fee_terms),
  }
}
