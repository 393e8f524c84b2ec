import type { DealReview, DealReviews } from '#contract/reputation-schemas.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { answerableUntil, meanScore } from '#contract/reputation.ts'
import { answerRefusal } from './deal-review-policy.ts'
import type { ReadReviewRow } from './deal-review-store.ts'

/** Returns the scores and their mean; both are null where the reader may not see them. */
export function scoresOf({ first, second, third }: ReadReviewRow) {
  if (first === null || second === null || third === null) return { scores: null, overall: null }
  return { scores: { first, second, third }, overall: meanScore(first + second + third, 3) }
}

export const answerOf = ({ answer, answered_at }: ReadReviewRow) =>
  answer === null || answered_at === null ? null : { body: answer, created_at: answered_at }

/** Presents a deal's two reviews to one of its people; null when the deal has none. */
export function presentPair(
  pair: readonly (ReadReviewRow & { counterpart: PersonCard })[],
  viewerId: string,
  now: Date,
): DealReviews | null {
  const mine = pair.find(({ author_id }) => author_id === viewerId)
  const theirs = pair.find(({ subject_id }) => subject_id === viewerId)
  if (mine === undefined || theirs === undefined) return null
  const mayAnswer = theirs.answer === null && answerRefusal(theirs, now) === null
  return {
    side: mine.side,
    closes_at: mine.closes_at,
    other: mine.counterpart,
    mine: { ...presentOne(mine), again: mine.again },
    theirs: presentOne(theirs),
    answer_until:
      mayAnswer && theirs.shown_at !== null
        ? answerableUntil(new Date(theirs.shown_at)).toISOString()
        : null,
  }
}

function presentOne(row: ReadReviewRow): DealReview {
  const { id, status, written, asked_at, shown_at, hidden_at, hidden_reason } = row
  return {
    id,
    status,
    written,
    asked_at,
    shown_at,
    hidden_at,
    hidden_reason,
    ...scoresOf(row),
    body: written ? row.body : null,
    note: written ? row.note : null,
    answer: answerOf(row),
  }
}
