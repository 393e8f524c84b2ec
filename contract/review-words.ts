import { REVIEW_WINDOW_DAYS, type ReviewWindowOutcome } from './deliverables.ts'
import { daysText } from './number-text.ts'

/** The time that a delivery may wait for its answer, in words: "7 days". */
export const REVIEW_WINDOW_TEXT = daysText(REVIEW_WINDOW_DAYS)

/**
 * The outcome for an unanswered delivery, as configured (decision P16). outcome: ends a sentence that begins "Without
 * an answer"; silence: on public pages; paying: where a seller pays; held: while the money is held; terms: ends a
 * sentence of the terms.
 */
export const REVIEW_WORDS = {
  outcome: {
    approve: 'it counts as approved',
    escalate: 'our support decides about it',
  },
  silence: {
    approve: `A delivery that waits ${REVIEW_WINDOW_TEXT} without an answer counts as approved, and the payment is released.`,
    escalate: `A delivery that waits ${REVIEW_WINDOW_TEXT} without an answer goes to our support, and the money stays held until they decide.`,
  },
  paying: {
    approve: `If you leave a delivery unanswered for ${REVIEW_WINDOW_TEXT}, it counts as approved and the payment is released.`,
    escalate: `If you leave a delivery unanswered for ${REVIEW_WINDOW_TEXT}, our support decides about it and about the money.`,
  },
  held: {
    approve: `It is released when you release it, or when a delivery waits ${REVIEW_WINDOW_TEXT} without your answer.`,
    escalate: `It is released when you release it. A delivery that waits ${REVIEW_WINDOW_TEXT} without your answer goes to our support.`,
  },
  terms: {
    approve: `counts as approved, and a payment held for it is released`,
    escalate: `goes to our support, who decide about it and about the money held for it`,
  },
} as const satisfies Record<string, Record<ReviewWindowOutcome, string>>
export type ReviewSentence = keyof typeof REVIEW_WORDS

/** Returns one of the sentences. */
export type ReviewWords = (sentence: ReviewSentence) => string

/** The sentences for one outcome. Null: placeholders instead, for `writeReviewWords` to fill in later. */
export const reviewWords =
  (outcome: ReviewWindowOutcome | null): ReviewWords =>
  (sentence) =>
    outcome === null ? `%review:${sentence}%` : REVIEW_WORDS[sentence][outcome]

/** Fills in the placeholders of pages that were rendered before the outcome was known. */
export const writeReviewWords = (page: string, outcome: ReviewWindowOutcome): string =>
  page.replaceAll(/%review:(\w+)%/g, (mark, sentence: string) =>
    sentence in REVIEW_WORDS ? REVIEW_WORDS[sentence as ReviewSentence][outcome] : mark,
  )

/** Completes "Without an answer" for a person who is notified of a waiting review. */
export const withoutAnswer = ({ escalates }: { escalates: boolean }): string =>
  REVIEW_WORDS.outcome[escalates ? 'escalate' : 'approve']
