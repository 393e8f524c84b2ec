import type { ErrorEntry } from './error-entry.ts'
import type { Audience } from './notifications.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * What the two sides of a finished deal say about each other. The user interface says "review"; the code says **deal
 * review**, because "review" alone means looking at delivered work (review.ts).
 */
export const DEAL_REVIEW_STATUSES = ['open', 'sealed', 'shown', 'hidden', 'lapsed'] as const
export type DealReviewStatus = (typeof DEAL_REVIEW_STATUSES)[number]

/**
 * open ─write→ sealed ─reveal→ shown ─hide→ hidden ─restore→ shown        sealed ─edit→ sealed, open ─ask→ open
 *   └─lapse→ lapsed
 * Each side has a row from the day the deal ended. Both are revealed together: when both are written, or on day 14.
 */
export const dealReviewTransitions = {
  /** The subject asks for it, at most once. */
  ask: { from: ['open'], to: 'open', by: ['subject'] },
  write: { from: ['open'], to: 'sealed', by: ['author'] },
  edit: { from: ['sealed'], to: 'sealed', by: ['author'] },
  reveal: { from: ['sealed'], to: 'shown', by: ['system'] },
  lapse: { from: ['open'], to: 'lapsed', by: ['system'] },
  hide: { from: ['shown'], to: 'hidden', by: ['operator'] },
  /** An appeal against the hiding succeeded. */
  restore: { from: ['hidden'], to: 'shown', by: ['operator'] },
} as const satisfies TransitionTable<DealReviewStatus, 'author' | 'subject' | 'operator' | 'system'>

/** A review is sealed for at most this many days; it ends at 00:00 UTC. */
export const DEAL_REVIEW_DAYS = 14
/** After this many days, a side that has not written is reminded. */
export const DEAL_REVIEW_REMINDER_DAYS = [7, 12] as const
/** The subject may answer in public for this many days after the review was shown. */
export const DEAL_REVIEW_ANSWER_DAYS = 30
/** If the creator returns the money within this many hours of funding, the deal never began. */
export const DEAL_REVIEW_BEGUN_HOURS = 24
/** Below this many reviews there is no average: one opinion is not a reputation. */
export const DEAL_REVIEWS_FOR_AVERAGE = 3

/** Characters, and rows per page. Our choice. */
export const DEAL_REVIEW_LIMITS = { body: 1_500, note: 500, answer: 1_000, page: 10 } as const

export const SCORES = [1, 2, 3, 4, 5] as const
/** The three questions, in their order; their words depend on who is asked (reputation-words.ts). */
export const SCORE_NAMES = ['first', 'second', 'third'] as const
export type ScoreName = (typeof SCORE_NAMES)[number]

/** Who wrote a review: the side of the deal. */
export type ReviewSide = Audience
export const otherSide = (side: ReviewSide): ReviewSide =>
  side === 'seller' ? 'creator' : 'seller'

export const reputationMessages = {
  scoreRequired: 'Choose one of the five.',
  againRequired: 'Say whether you would work together again.',
  answerRequired: 'Write the answer first.',
  hideReasonRequired: 'Give the reason: everyone who can see the profile reads it.',
} as const

export const reputationErrors = {
  'deal_review.shown': {
    status: 409,
    message: 'Both reviews are public now, so yours can no longer be changed.',
  },
  'deal_review.lapsed': {
    status: 409,
    message: `The ${DEAL_REVIEW_DAYS} days to write this review are over.`,
  },
  'deal_review.not_shown': { status: 409, message: 'This review is not public.' },
  'deal_review.answered': { status: 409, message: 'You have already answered this review.' },
  'deal_review.answer_late': {
    status: 409,
    message: `The ${DEAL_REVIEW_ANSWER_DAYS} days to answer this review are over.`,
  },
  'deal_review.own': {
    status: 409,
    message: 'You are a side of this deal. Another operator decides about its reviews.',
  },
} as const satisfies Record<string, ErrorEntry>

const DAY_MS = 24 * 60 * 60_000

/** Returns the moment when sealed reviews of a deal that ended at `openedAt` are revealed: day 14 at 00:00 UTC. */
export const closesAt = (openedAt: Date): Date =>
  new Date((Math.trunc(openedAt.getTime() / DAY_MS) + DEAL_REVIEW_DAYS) * DAY_MS)

/** Returns the time until which a review that was shown at `shownAt` may be answered. */
export const answerableUntil = (shownAt: Date): Date =>
  new Date(shownAt.getTime() + DEAL_REVIEW_ANSWER_DAYS * DAY_MS)

/**
 * Returns a mean of scores with one decimal, half up: 4.25 is 4.3. It computes with whole numbers, because 4.35 as a
 * binary fraction is slightly less than that. Null without any scores.
 */
export function meanScore(sum: number, count: number): number | null {
  return count === 0 ? null : Math.trunc((20 * sum + count) / (2 * count)) / 10
}

/** How a finished payment ended, as far as reviews depend on it. Times are RFC 3339 or dates. */
export interface DealEnd {
  move: 'release' | 'refund' | 'charge_back'
  fundedAt: Date | null
  endedAt: Date
  /** An operator decided about the money. */
  decided: boolean
}

/**
 * Returns whether the two sides may review each other: the deal was funded and is over. Not when a bank took the money
 * back (it is then in doubt who paid), and not when the creator returned it within a day of funding: that deal never
 * began.
 */
export function opensReviews({ move, fundedAt, endedAt, decided }: DealEnd): boolean {
  if (fundedAt === null || move === 'charge_back') return false
  if (move === 'release' || decided) return true
  return endedAt.getTime() - fundedAt.getTime() >= DEAL_REVIEW_BEGUN_HOURS * 60 * 60_000
}
