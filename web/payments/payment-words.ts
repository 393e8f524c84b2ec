import { formatUsd } from '#contract/money.ts'
import type { Payment, TurnedAway } from '#contract/payment-schemas.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { ReviewWords } from '#contract/review-words.ts'
import { formatDay } from '#web/ui/dates.ts'
import type { KeyState } from '#web/ui/EscrowKey.tsx'

/** The key of a payment's state: an empty socket before the money, solid while held, parted after release. */
export function keyOf(status: PaymentStatus | 'none'): KeyState | 'none' {
  if (status === 'held_in_escrow') return 'held'
  if (status === 'released') return 'released'
  if (status === 'none' || status === 'pending') return 'empty'
  return 'none'
}

/** Whether it is certain that no money is or was held for the work. */
export const isUnfunded = (payment: Payment | null | undefined): boolean =>
  payment === null || payment?.status === 'pending' || payment?.status === 'failed'

/** Whether the last attempt was paid and the money went straight back: then it did not simply fail. */
export const wasTurnedAway = (
  payment: Payment,
): payment is Payment & { status: 'failed'; turned_away: TurnedAway } =>
  payment.status === 'failed' &&
  payment.failure === null &&
  payment.turned_away !== null &&
  payment.turned_away.reason !== 'second'

/** The state shown on the badge: money that went back is refunded, whatever became of the attempt. */
export const shownStatus = (payment: Payment): PaymentStatus =>
  wasTurnedAway(payment) ? 'refunded' : payment.status

/** What became of money that arrived and was not held. */
export function turnedAwayWords(turned: TurnedAway, reader: 'owner' | 'creator'): string {
  const owner = reader === 'owner'
  const amount = formatUsd(turned.amount)
  const arrived = {
    cancelled: `${owner ? 'Your' : "The seller's"} payment of ${amount} arrived after this project was cancelled.`,
    second: `${owner ? 'You' : 'The seller'} paid ${amount} a second time.`,
    refunded: `${owner ? 'Your' : "The seller's"} payment of ${amount} was refunded before it could be held.`,
  }[turned.reason]
  return `${arrived} ${wayBack(turned, owner)}`
}

function wayBack({ returned_at, came_back_at }: TurnedAway, owner: boolean): string {
  if (returned_at === null) return 'It is on its way back to the card.'
  if (came_back_at === null) return `It went back to the card on ${formatDay(returned_at)}.`
  return `The card's bank did not take it back: it is paid to ${owner ? 'you' : 'the seller'} another way.`
}

/** What happens to the money and who acts, for the owner (DESIGN §9). `cancelled`: their project is. */
export function sentenceOf(
  payment: Payment | null,
  creatorName: string,
  words: ReviewWords,
  cancelled = false,
): string {
  if (payment === null)
    return `Fund the agreed price. It stays in escrow until you approve the work. ${words('paying')}`
  switch (payment.status) {
    case 'pending':
      if (payment.charging) return 'Your card is being charged. This page updates by itself.'
      if (cancelled)
        return 'This project was cancelled: what is still paid for it goes straight back.'
      return 'Finish the payment in the tab that opened. This page updates by itself.'
    case 'held_in_escrow':
      if (payment.disputed) return FROZEN
      if (payment.deal_dispute_id) return IN_DISPUTE
      if (payment.moving === 'release') return `The transfer to ${creatorName} is on its way.`
      if (payment.moving === 'refund')
        return payment.decided
          ? 'As decided, this payment is on its way back to your card.'
          : `${creatorName} is returning this payment to your card.`
      if (payment.moving === 'part_refund')
        return `As decided, ${formatUsd(payment.returned_part)} is on its way back to your card.`
      if (payment.decided) return `${decidedWords(payment)} It moves by itself.`
      if (cancelled) return `This project was cancelled. ${creatorName} can return this payment.`
      return `Held since ${dayOf(payment.funded_at)}. ${words('held')}`
    case 'released':
      return `Released ${dayOf(payment.released_at)}. ${creatorName} received ${formatUsd(payment.creator_amount)}.${alsoReturned(payment)}`
    case 'refunded':
      if (payment.dispute_outcome === 'lost') return takenBack(payment)
      return `Returned ${dayOf(payment.refunded_at)} to the card it came from.`
    case 'failed':
      if (wasTurnedAway(payment)) {
        const again = cancelled ? '' : ' You can try again.'
        return `${turnedAwayWords(payment.turned_away, 'owner')}${again}`
      }
      if (payment.failure) return `${payment.failure} Nothing was charged. You can try again.`
      return 'The payment did not go through and nothing was charged. You can try again.'
  }
}

/** The same in the rail, for either side. */
export function shortSentence(
  payment: Payment | null,
  reader: 'owner' | 'creator',
  creatorName: string,
): string {
  const receives = reader === 'owner' ? `${creatorName} receives` : 'You receive'
  if (payment !== null && wasTurnedAway(payment))
    return turnedAwayWords(payment.turned_away, reader)
  if (payment === null || payment.status === 'failed') return 'Not funded yet.'
  const share = formatUsd(payment.creator_amount)
  switch (payment.status) {
    case 'pending':
      if (reader === 'creator') return 'The seller is paying.'
      return payment.charging ? 'Your card is being charged.' : 'The checkout is open.'
    case 'held_in_escrow': {
      if (payment.disputed) return FROZEN
      if (payment.deal_dispute_id) return IN_DISPUTE
      if (payment.decided) return decidedWords(payment)
      const when = reader === 'owner' ? 'when you release it' : 'when the seller releases it'
      return `Held since ${dayOf(payment.funded_at)}. ${receives} ${share} ${when}.`
    }
    case 'released':
      return `Released ${dayOf(payment.released_at)}. ${reader === 'owner' ? creatorName : 'You'} received ${share}.${alsoReturned(payment)}`
    case 'refunded':
      if (payment.dispute_outcome === 'lost') return takenBack(payment)
      return `Returned ${dayOf(payment.refunded_at)} to ${reader === 'owner' ? 'your' : "the seller's"} card.`
  }
}

/** An operator's decision that is not carried out yet. */
function decidedWords(payment: Payment): string {
  if (payment.returned_part > 0)
    return `Decided: ${formatUsd(payment.returned_part)} goes back to the card, ${formatUsd(payment.creator_amount)} to the creator.`
  return 'Cartwright decided about this payment.'
}

const alsoReturned = ({ returned_part }: Payment): string =>
  returned_part > 0 ? ` ${formatUsd(returned_part)} went back to the card.` : ''

const FROZEN =
  "The card's bank disputes this charge. The money is frozen until the bank decides: it can be neither released nor returned."

/** The two sides of the deal dispute it, not a bank. */
const IN_DISPUTE =
  'A dispute is open. The money is frozen until it is withdrawn or decided: it can be neither released nor returned.'

const takenBack = (payment: Payment): string =>
  `The card's bank took the money back ${dayOf(payment.refunded_at)}.`

function dayOf(moment: string | null): string {
  return moment ? formatDay(moment) : 'today'
}
