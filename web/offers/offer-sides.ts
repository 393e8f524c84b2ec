import type { Offer } from '#contract/offer-schemas.ts'
import { offerWords as say } from '#contract/offer-words.ts'
import type { OfferSide } from '#contract/offers.ts'

const other: Record<OfferSide, OfferSide> = { seller: 'creator', creator: 'seller' }

/** The headings of the terms an offer was made against and of its own terms, for one reader. */
export function columnWords(offer: Offer, reader: OfferSide): { against: string; offer: string } {
  // An offer that answers no other was made against the application, which is the creator's.
  const asker = offer.answers === null ? 'creator' : other[offer.by]
  const whose = (side: OfferSide) => (side === reader ? 'you' : 'they')
  return {
    against: (asker === 'creator' ? say.asked : say.offered)[whose(asker)],
    offer: (offer.status === 'open' ? say.offers : say.offered)[whose(offer.by)],
  }
}

/** The open offer of a negotiation, if any. */
export const openOffer = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ status }) => status === 'open')
