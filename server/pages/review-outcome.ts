import type { ReviewWindowOutcome } from '#contract/deliverables.ts'
import { REVIEW_OUTCOME_ATTRIBUTE } from '#contract/pages.ts'
import { writeReviewWords } from '#contract/review-words.ts'

/** Returns a built page with the configured outcome for unanswered deliveries, in its sentences and for its scripts. */
export const withReviewOutcome = (html: string, outcome: ReviewWindowOutcome): string =>
  writeReviewWords(html, outcome).replace(
    /<html(?=[ >])/,
    `<html ${REVIEW_OUTCOME_ATTRIBUTE}="${outcome}"`,
  )
