import { tellDeal } from '#contract/deal-reading.ts'
import type { DealReader, DealTold } from '#contract/deal-told.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { formatDay, formatShortDay } from '#web/ui/dates.ts'
import { firstName, shopName } from './project-words.ts'

/** The facts that the sentences about a deal in a list mention, for the side that reads it. */
export const tellListed = (deal: ListedDeal, reader: DealReader): DealTold =>
  tellDeal(deal, {
    reader,
    creator: firstName(deal.creator),
    brand: shopName(deal.seller),
    shortDay: formatShortDay,
    day: formatDay,
    turnedAway: null,
  })
