import { splitOfDeal } from './deal-split.ts'
import { formatCents } from './money.ts'
import type { NoticeFacts } from './notice.ts'
import type { OfferSide } from './offers.ts'

/** The price a notice is about, as the brand reads it: "$480.00". */
export const grossOf = ({ amount_cents: cents }: NoticeFacts): string => formatCents(cents ?? 0)

/**
 * The creator's net of that price, in cents, split as the deal's payments will be; null in notices from before it was
 * recorded, and where there is no price.
 */
export function netOf(facts: NoticeFacts): number | null {
  const {
    amount_cents: cents,
    fee_terms: terms,
    parts_cents: parts,
    payment_status: status,
  } = facts
  if (cents === null || terms == null) return null
  return splitOfDeal(cents, parts ?? [cents], status === 'held_in_escrow', terms).creatorCents
}

/**
 * The price as its reader sees it: for a creator, the net is always shown beside the gross: "$480.00 ($408.00 for
 * you)".
 */
export function priceFor(reader: OfferSide, facts: NoticeFacts): string {
  const net = netOf(facts)
  return reader === 'seller' || net === null
    ? grossOf(facts)
    : `${grossOf(facts)} (${formatCents(net)} for you)`
}
