import { type DealTold, ofOwner, upperFirst } from './deal-told.ts'
import { formatUsd } from './money.ts'

/** An amount that a change added to a deal's price once its money was held (decision 0073), in USD. */
export interface AddedMoney {
  amount: number
  /** The deadline for the brand to pay it; null once it is held. */
  pay_by: string | null
  held_at: string | null
}

/** A deal, and how its reader sees a moment. */
type Told = DealTold & {
  added?: readonly AddedMoney[]
  day: (moment: string) => string
}

/** Lines under the stop of the held funds, one per amount: "$60.00 added Jun 24", "Pay $60.00 more by Jun 27". */
export const addedLines = (told: Told): string[] =>
  (told.added ?? []).flatMap(({ amount, pay_by: by, held_at: at }) => {
    const usd = formatUsd(amount)
    if (at !== null) return [`${usd} added ${told.day(at)}`]
    if (by === null) return []
    return [`${ofOwner(told) ? 'pay ' : ''}${usd} more by ${told.day(by)}`].map(upperFirst)
  })

/** The amount that both sides agreed on and that is not paid yet; undefined if there is none. */
export const dueOf = (
  added: readonly AddedMoney[] = [],
): { amount: number; pay_by: string } | undefined =>
  added.flatMap(({ amount, pay_by, held_at }) =>
    pay_by === null || held_at !== null ? [] : [{ amount, pay_by }],
  )[0]

/** The same as a sentence that follows another; empty if there is none. */
export const thenDue = (told: DealTold): string =>
  told.due
    ? ` ${ofOwner(told) ? 'You' : upperFirst(told.brand)} agreed to ${payMore(told.due)}.`
    : ''

/** "pay $60.00 more by Jun 27". */
export const payMore = ({ amount, by }: NonNullable<DealTold['due']>): string =>
  `pay ${amount} more by ${by}`
