import type { DealFacts } from './deal-state.ts'
import { ANSWERS } from './disputes.ts'

/** Who reads: the brand that owns the project, or the accepted creator. */
export type DealReader = 'owner' | 'creator'

/** Whose move it is. `both`: each has one of their own; null: no one's, the deal is over. */
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
  /** As in the middle of a sentence: "Maya", "the creator"; "Harrow & Pine", "the brand". */
  creator: string
  brand: string
  /** The agreed price, and the part that goes or went back by a decision; null while there is none. */
  amount: string | null
  returnedPart: string | null
  /** The creator's share. */
  share: string | null
  applications: number
  /** Of them, those that wait for an answer; null or absent where the reader does not learn it. */
  toAnswer?: number | null
  deadline: string
  /** What both agreed on and the brand has not paid yet, and by when it pays; null or absent where nothing is due. */
  due?: { amount: string; by: string } | null
  /** By when the first waiting delivery is answered, and by when a dispute is; null while unknown or paused. */
  reviewBy: string | null
  answerBy: string | null
  /** By when an accepted order is funded, or it lapses; null or absent where nothing lapses. */
  fundBy?: string | null
  /** The day on which an ordered release leaves that waits for a changed payout account; null or absent where none waits. */
  releaseAfter?: string | null
  /** The days on which the money was released or went back. */
  releasedOn: string | null
  refundedOn: string | null
  /** The day on which the brand cancelled the project; null or absent where it did not. */
  cancelledOn?: string | null
  /** An accepted order that no one funded in time, which ended it. */
  lapsed?: boolean
  /** What happened to money that arrived and was not held, in full; null if no details are known. */
  turnedAway?: string | null
}

export const ofOwner = ({ reader }: DealTold): boolean => reader === 'owner'
export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** " by Jun 24", or nothing while no day is known. */
export const by = (day: string | null): string => (day === null ? '' : ` by ${day}`)
/** At the start of a sentence. */
export const brandFirst = ({ brand }: DealTold): string => upperFirst(brand)
export const creatorFirst = ({ creator }: DealTold): string => upperFirst(creator)
/** The agreed price in a sentence. */
export const price = ({ amount }: DealTold): string => amount ?? 'the agreed price'
/** Whose card it is, for the reader. */
export const card = (told: DealTold): string =>
  ofOwner(told) ? 'your card' : `${told.brand}'s card`

/** " on Jun 24, 2026", or nothing while no day is known. */
export const on = (day: string | null): string => (day === null ? '' : ` on ${day}`)

/** The version that is to be handed in next. */
export const nextVersion = ({ work }: DealFacts): number => work.versions + 1
/** Whether the newest deliverable replaces an earlier one. */
export const isLaterVersion = ({ facts }: DealTold): boolean => facts.work.versions > 1

/** The side a dispute waits for, as the two read of it. */
export const respondentOf = ({ dispute }: DealFacts): 'owner' | 'creator' =>
  dispute?.respondent === 'seller' ? 'owner' : 'creator'

/** "Tess answers by Nov 27", "answer by Nov 27": the middle of a sentence. */
export function answerWords(told: DealTold): string {
  const respondent = respondentOf(told.facts)
  const name = respondent === 'owner' ? told.brand : told.creator
  const answers = respondent === told.reader ? ANSWERS.yours : ANSWERS.theirs(name)
  return `${answers}${by(told.answerBy)}`
}
