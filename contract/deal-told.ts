import type { DealFacts } from './deal-state.ts'
import { ANSWERS } from './disputes.ts'

/** The reader: the brand that owns the project, or the accepted creator. */
export type DealReader = 'owner' | 'creator'

/** Who has to act. `both`: each has an action of their own; null: no one, the deal is over. */
export type DealActor =
  | 'owner'
  | 'creator'
  | 'both'
  | 'applicants'
  | 'support'
  | 'bank'
  | 'provider'
  | null

/** The values used in the sentences, formatted: days in the reader's time zone, amounts with their currency. */
export interface DealTold {
  facts: DealFacts
  reader: DealReader
  /** For the middle of a sentence: "Maya", "the creator"; "Harrow & Pine", "the brand". */
  creator: string
  brand: string
  /** The agreed price, and the part that a decision returns or returned; null if there is none. */
  amount: string | null
  returnedPart: string | null
  /** The creator's share. */
  share: string | null
  applications: number
  /** The number of those that are waiting for an answer; null or absent where the reader may not know it. */
  toAnswer?: number | null
  deadline: string
  /**
   * The amount both sides agreed on that the brand has not paid yet, and its deadline; null or absent if nothing is
   * due.
   */
  due?: { amount: string; by: string } | null
  /**
   * The deadline for answering the first waiting delivery, and for answering a dispute; null while unknown or paused.
   */
  reviewBy: string | null
  answerBy: string | null
  /** The deadline for funding an accepted order, after which it lapses; null or absent if nothing lapses. */
  fundBy?: string | null
  /**
   * The day on which an ordered release is sent that waits because of a changed payout account; null or absent if none
   * is waiting.
   */
  releaseAfter?: string | null
  /** The days on which the money was released or returned. */
  releasedOn: string | null
  refundedOn: string | null
  /** The day on which the brand cancelled the project; null or absent if it did not. */
  cancelledOn?: string | null
  /** An accepted order was not funded in time, which ended the project. */
  lapsed?: boolean
  /** What happened to money that arrived and was not held, in full; null if no details are known. */
  turnedAway?: string | null
}

export const ofOwner = ({ reader }: DealTold): boolean => reader === 'owner'
export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** " by Jun 24", or nothing while the day is not known. */
export const by = (day: string | null): string => (day === null ? '' : ` by ${day}`)
/** At the start of a sentence. */
export const brandFirst = ({ brand }: DealTold): string => upperFirst(brand)
export const creatorFirst = ({ creator }: DealTold): string => upperFirst(creator)
/** The agreed price in a sentence. */
export const price = ({ amount }: DealTold): string => amount ?? 'the agreed price'
/** The owner of the card, for the reader. */
export const card = (told: DealTold): string =>
  ofOwner(told) ? 'your card' : `${told.brand}'s card`

/** " on Jun 24, 2026", or nothing while the day is not known. */
export const on = (day: string | null): string => (day === null ? '' : ` on ${day}`)

/** The number of the next version to be handed in. */
export const nextVersion = ({ work }: DealFacts): number => work.versions + 1
/** Whether the newest deliverable replaces an earlier one. */
export const isLaterVersion = ({ facts }: DealTold): boolean => facts.work.versions > 1

/** The side that has to answer a dispute, as the two readers are named. */
export const respondentOf = ({ dispute }: DealFacts): 'owner' | 'creator' =>
  dispute?.respondent === 'seller' ? 'owner' : 'creator'

/** "Tess answers by Nov 27", "answer by Nov 27": the middle of a sentence. */
export function answerWords(told: DealTold): string {
  const respondent = respondentOf(told.facts)
  const name = respondent === 'owner' ? told.brand : told.creator
  const answers = respondent === told.reader ? ANSWERS.yours : ANSWERS.theirs(name)
  return `${answers}${by(told.answerBy)}`
}
