import { wasTurnedAway } from '#contract/deal-reading.ts'
import { bankTook, returnedToCard } from '#contract/deal-sentences.ts'
import { dealState } from '#contract/deal-state.ts'
import { type DealTold, upperFirst } from '#contract/deal-told.ts'
import { dealSentence } from '#contract/deal-words.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'
import type { Payment, TurnedAway } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { ReviewWords } from '#contract/review-words.ts'
import { formatDay } from '#web/ui/dates.ts'
import type { KeyState } from '#web/ui/EscrowKey.tsx'

/** The key for a payment's state: an empty socket before the money, solid while held, parted after release. */
export function keyOf(status: PaymentStatus | 'none'): KeyState | 'none' {
  if (status === 'held_in_escrow') return 'held'
  if (status === 'released') return 'released'
  if (status === 'none' || status === 'pending') return 'empty'
  return 'none'
}

/** USD shown next to the state: the agreed price, and after the release the part that a decision did not send back. */
export const boardAmount = (price: number, payment: Payment | null): number =>
  payment?.status === 'released'
    ? (centsFromUsd(payment.amount) - centsFromUsd(payment.returned_part)) / 100
    : price

/** Whether it is certain that no money is or was held for the work. */
export const isUnfunded = (payment: Payment | null | undefined): boolean =>
  payment === null || payment?.status === 'pending' || payment?.status === 'failed'

/** The state shown on the badge: money that went back is refunded, whatever the outcome of the attempt. */
export const shownStatus = (payment: Payment): PaymentStatus =>
  wasTurnedAway(payment) ? 'refunded' : payment.status

/** The outcome of money that arrived and was not held. */
export function turnedAwayWords(turned: TurnedAway, reader: 'owner' | 'creator'): string {
  const owner = reader === 'owner'
  const amount = formatUsd(turned.amount)
  const arrived = {
    cancelled: `${owner ? 'Your' : "The brand's"} payment of ${amount} arrived after this project was cancelled.`,
    second: `${owner ? 'You' : 'The brand'} paid ${amount} a second time.`,
    refunded: `${owner ? 'Your' : "The brand's"} payment of ${amount} was refunded before it could be held.`,
    late_extra: `${owner ? 'Your' : "The brand's"} payment of ${amount} for a change came too late, so the change does not count.`,
  }[turned.reason]
  return `${arrived} ${wayBack(turned, owner)}`
}

function wayBack({ returned_at, came_back_at }: TurnedAway, owner: boolean): string {
  if (returned_at === null) return 'It is on its way back to the card.'
  if (came_back_at === null) return `It went back to the card on ${formatDay(returned_at)}.`
  return `The card's bank did not take it back: it is paid to ${owner ? 'you' : 'the brand'} another way.`
}

/**
 * What happens to the money and who acts next, for the owner: the words of the deal's state (contract/deal-words.ts),
 * plus what the money adds to them.
 */
export function sentenceOf(told: DealTold, payment: Payment | null, words: ReviewWords): string {
  // Other amounts to pay are shown above the board, with their button.
  const sentence = dealSentence({ ...told, due: null })
  switch (dealState(told.facts)) {
    case 'unfunded':
      return `${sentence} The agreed price stays in escrow until you approve the work. ${words('paying')}`
    case 'paying':
    case 'charging':
      return `${sentence} ${UPDATES}`
    case 'returned':
      return returnedToCard(told)
    case 'bank_took':
      return bankTook(told)
    case 'failed':
      return payment?.failure ? `${payment.failure} ${NOT_CHARGED}` : sentence
    case 'work':
    case 'revision':
    case 'review':
      return `${heldSince(payment)} ${words('held')}`
    // No delivery waits for review, so no clock runs: only the brand can release the money.
    case 'approved':
      return `${heldSince(payment)} ${sentence}`
    default:
      return sentence
  }
}

/** Whether a running deal takes no payment any more, because its creator has left without delivering (decision 0124). */
export const isDeserted = (
  { status, creator_left: left }: Pick<ProjectDetail, 'status' | 'creator_left'>,
  payment: Payment | null | undefined,
): boolean => left === true && status !== 'cancelled' && isUnfunded(payment)

/** Instead of a way to pay for such a deal. */
export const DESERTED =
  'The creator has deleted their account without delivering anything, so there is nothing to pay for. You can cancel the project.'

/** The same text in the rail, for either side. */
export function shortSentence(told: DealTold, payment: Payment | null): string {
  switch (dealState(told.facts)) {
    case 'cancelled':
      return NOTHING_PAID
    case 'returned':
      return returnedToCard(told)
    case 'bank_took':
      return bankTook(told)
    case 'work':
    case 'revision':
    case 'review':
    case 'approved': {
      const owner = told.reader === 'owner'
      const receives = owner ? `${told.creator} receives` : 'You receive'
      const when = owner ? 'when you release it' : `when ${told.brand} releases it`
      return `${heldSince(payment)} ${upperFirst(`${receives} ${told.share} ${when}.`)}`
    }
    default:
      return dealSentence(told)
  }
}

const UPDATES = 'This page updates by itself.'
const NOT_CHARGED = 'Nothing was charged. You can try again.'
const NOTHING_PAID = 'Nothing was paid.'
const PART_ON_ITS_WAY = 'A part is on its way back to the card, as you agreed.'

const heldSince = (payment: Payment | null): string =>
  `Held since ${payment?.funded_at ? formatDay(payment.funded_at) : 'today'}.${payment?.moving === 'agreed_refund' ? ` ${PART_ON_ITS_WAY}` : ''}`

/** Where the price of a deal goes or went: shown next to the board, and on a creator's receipt. */
export const DESTINATION_WORDS = {
  receipt: 'Receipt',
  goes: 'Where it goes',
  went: 'Where it went',
  price: 'Agreed price',
  rest: 'Still held',
  returned: 'Back to the card',
  bankTook: "Taken back by the card's bank",
  left: 'What is left',
  receives: (name: string) => `${name} receives`,
  received: (name: string) => `${name} received`,
  you: 'You',
} as const
