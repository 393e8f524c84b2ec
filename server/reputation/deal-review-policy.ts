import { answerableUntil } from '#contract/reputation.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { DealReviewRow } from './deal-review-store.ts'

/**
 * Returns why the author may not write or change a review at `now`, or null. Day 14 is decided by the time, not by when
 * the clock job ran.
 */
export function writeRefusal(review: DealReviewRow, now: Date): ErrorCode | null {
  const isOver = now.getTime() >= Date.parse(review.closes_at)
  if (review.status === 'lapsed' || (review.status === 'open' && isOver))
    return 'deal_review.lapsed'
  if (review.status === 'shown' || review.status === 'hidden' || isOver) return 'deal_review.shown'
  return null
}

/** Returns why the subject may not answer a review at `now`, or null. */
export function answerRefusal(review: DealReviewRow, now: Date): ErrorCode | null {
  if (review.status !== 'shown' || review.shown_at === null) return 'deal_review.not_shown'
  return now.getTime() > answerableUntil(new Date(review.shown_at)).getTime()
    ? 'deal_review.answer_late'
    : null
}
