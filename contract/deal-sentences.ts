import { workState } from './deal-state.ts'
import type { DealReader, DealTold } from './deal-told.ts'
import {
  brandFirst,
  by,
  card,
  creatorFirst,
  isLaterVersion,
  ofOwner,
  on,
  price,
  upperFirst,
} from './deal-told.ts'

export function unfundedSentence(told: DealTold): string {
  const { facts, reviewBy } = told
  const work = workState(facts.work)
  if (ofOwner(told)) {
    if (work === 'work')
      return told.fundBy == null
        ? `Fund ${price(told)} so that ${told.creator} can start.`
        : `Fund ${price(told)}${by(told.fundBy)}, or the order lapses.`
    if (work === 'approved') return `You approved the work. Fund ${price(told)} to pay for it.`
    if (work === 'revision')
      return `Fund ${price(told)}. ${creatorFirst(told)} works on the revision you asked for.`
    return `${creatorFirst(told)} delivered before it was funded. Fund ${price(told)}, and answer the delivery${by(reviewBy)}.`
  }
  if (work === 'work') return UNFUNDED
  if (work === 'approved')
    return `Your work is approved. ${brandFirst(told)} has not funded it yet.`
  if (work === 'revision') return `${UNFUNDED} A revision is requested.`
  return `${UNFUNDED} ${brandFirst(told)} answers your delivery${by(reviewBy)}.`
}

export function reviewSentence(told: DealTold): string {
  const { facts, reviewBy } = told
  const answers = ofOwner(told)
    ? `approve or ask for a revision${by(reviewBy)}.`
    : `${told.brand} answers${by(reviewBy)}.`
  return isLaterVersion(told)
    ? `Version ${facts.work.versions} is in: ${answers}`
    : upperFirst(answers)
}

export function decidedSentence({ returnedPart, share }: DealTold): string {
  return returnedPart === null
    ? 'Our support decided about this payment. It moves by itself.'
    : `Decided: ${returnedPart} goes back to the card, ${share ?? 'the rest'} to the creator. It moves by itself.`
}

/** After a release: what the creator received, and the part that was returned. */
export function paidSentence(told: DealTold): string {
  const who = ofOwner(told) ? creatorFirst(told) : 'You'
  const paid = `Released${on(told.releasedOn)}. ${who} received ${told.share ?? 'the payment'}.`
  return told.returnedPart === null ? paid : `${paid} ${told.returnedPart} went back to the card.`
}

export const cancelledFirst = (told: DealTold): string =>
  told.facts.project === 'cancelled' ? `${cancelledBy(told)} ` : ''

/** Who ended the project, and when. */
export function cancelledBy(told: DealTold): string {
  if (told.lapsed) return 'This order was not funded in time and has lapsed.'
  if (told.cancelledOn == null) return 'This project was cancelled.'
  const who = ofOwner(told) ? 'You' : brandFirst(told)
  return `${who} cancelled this project${on(told.cancelledOn)}.`
}

/** Where the money went, independent of the project's outcome. */
export const returnedToCard = (told: DealTold): string =>
  `The money went back to ${card(told)}${on(told.refundedOn)}.`
export const bankTook = ({ refundedOn }: DealTold): string =>
  `The card's bank took the money back${on(refundedOn)}.`

/** A cancelled project for which no money ever moved. If it hired several creators, its deals have their own money. */
export function cancelledUnpaid(told: DealTold): string {
  const { hiring } = told.facts
  if (hiring) {
    const { hired } = hiring
    return `${cancelledBy(told)} ${hired === 0 ? 'No one is hired.' : `${hiredOf(hiring)}. They continue as agreed.`}`
  }
  return `${cancelledBy(told)} ${ofOwner(told) ? 'Nothing was charged.' : 'No money was held for it.'}`
}

/** "3 of 8 hired": the progress of a project that wants several creators, the same everywhere. */
export const hiredOf = ({ wanted, hired }: { wanted: number; hired: number }): string =>
  `${hired} of ${wanted} hired`

/** While a project that wants several is still hiring; null for any other. */
export function hiringSentence({ facts, toAnswer, ...told }: DealTold): string | null {
  const { hiring, choosable } = facts
  if (!hiring) return null
  const waits = toAnswer == null ? 'Applications wait' : waitingCount(toAnswer)
  return ofOwner({ facts, ...told }) && choosable
    ? `${hiredOf(hiring)}. ${waits} for your answer.`
    : `${hiredOf(hiring)}. Creators can still apply.`
}

const waitingCount = (count: number): string =>
  count === 1 ? '1 application waits' : `${count} applications wait`

/** Once it has stopped hiring. */
export function hiredSentence({ facts }: DealTold): string {
  const { project, hiring } = facts
  const count = hiring ? `${hiredOf(hiring)}. ` : ''
  return `${count}${project === 'completed' ? 'Every deal is over.' : 'Each hire has its own project.'}`
}

/**
 * A release that was ordered: on its way, or waiting because the creator changed their payout account (decision 0095).
 */
export function releasingSentence(told: DealTold): string {
  if (told.releaseAfter == null)
    return `The transfer to ${ofOwner(told) ? told.creator : 'you'} is on its way.`
  const who = ofOwner(told) ? `${creatorFirst(told)} changed their` : 'You changed your'
  return `Released. ${who} payout account, so the transfer waits a day: it leaves${on(told.releaseAfter)}.`
}

export function paying(told: DealTold): string {
  return `${brandFirst(told)} is paying.`
}

/** Shown in place of a payment's state while there is no payment. */
export const UNFUNDED_STATE = 'Not funded yet'
export const UNFUNDED = 'The work is not funded yet.'
/** Shown below the sentence that the money went back. */
export const NOTHING_DUE =
  'No money is held for this project, so nothing more is to be delivered here.'
/** The same while money that was added to the deal is still held. */
export const NOTHING_MORE_DUE = 'Nothing more is to be delivered here.'
export const BANK_DISPUTES = "The card's bank disputes this charge."
/** A lost dispute about less than what is held: only a person can divide the remainder (PAYMENTS, Chargeback). */
export const BANK_KEPT_PART = "The card's bank kept a part of this charge."

/**
 * Why money that had left is held again, and what each side can do: only the brand can release it, only the creator can
 * return it. `amount` is formatted, `other` is the other side's name in the middle of a sentence.
 */
export const heldAgainSentence = (
  why: keyof typeof HELD_AGAIN,
  amount: string,
  { reader, other }: { reader: DealReader; other: string },
): string =>
  `${HELD_AGAIN[why](amount)} ${
    reader === 'owner'
      ? `Release it, or ${other} returns it.`
      : `${upperFirst(other)} releases it, or you return it.`
  }`

const HELD_AGAIN = {
  refund: (amount: string) => `The return came back: ${amount} is held again.`,
  transfer: (amount: string) => `The release came back: ${amount} is held again.`,
  rest: (amount: string) =>
    `The payment went back to the card, but ${amount} for a change is still held.`,
} as const

/** Why a list of a cancelled project is empty. */
export const cancelledBefore = (stop: keyof typeof BEFORE): string =>
  `This project was cancelled before ${BEFORE[stop]}.`
const BEFORE = {
  accepted: 'a creator was accepted',
  funded: 'escrow was funded',
  delivered: 'anything was handed in',
} as const

/** For a version that needed a revision, once another was handed in. */
export const replacedWords = (version: number): string => `Replaced by version ${version}.`
