import { z } from 'zod'
import { after, id, idParams, lenient, text, textOrNone, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS } from './operator.ts'
import { personCard } from './profile-schemas.ts'
import { CATEGORIES } from './projects.ts'
import {
  DEAL_REVIEW_LIMITS as limits,
  DEAL_REVIEW_STATUSES,
  reputationMessages as say,
} from './reputation.ts'

const side = z.enum(['seller', 'creator'])
const score = z
  .number({ error: say.scoreRequired })
  .int(say.scoreRequired)
  .min(1, say.scoreRequired)
  .max(5, say.scoreRequired)
const scores = z.strictObject(
  { first: score, second: score, third: score },
  { error: say.scoreRequired },
)

/** A review as its author sends it. */
export const writtenReview = z.strictObject({
  scores,
  again: z.boolean({ error: say.againRequired }),
  body: textOrNone(limits.body),
  note: textOrNone(limits.note),
})

const answerOf = z.object({ body: z.string(), created_at: timestamp }).nullable()

/** The fields that both of a deal's reviews share. */
const reviewOfDeal = z.object({
  id,
  status: z.enum(DEAL_REVIEW_STATUSES),
  /** Whether its author has written it: the other side learns nothing else before it is shown. */
  written: z.boolean(),
  asked_at: timestamp.nullable(),
  shown_at: timestamp.nullable(),
  hidden_at: timestamp.nullable(),
  hidden_reason: z.string().nullable(),
  /** Null while the reader may not see it, and for a review that was never written. */
  scores: z.object({ first: z.number(), second: z.number(), third: z.number() }).nullable(),
  /** The mean of its scores, with one decimal. */
  overall: z.number().nullable(),
  body: z.string().nullable(),
  note: z.string().nullable(),
  answer: answerOf,
})

/** The two reviews of a deal, for one of its sides; null when the deal has none. */
export const dealReviews = z
  .object({
    /** The reader's side. */
    side,
    closes_at: timestamp,
    /** The other side's name. */
    other: personCard,
    /** The reader's own review, with `again`, which no one else sees. */
    mine: reviewOfDeal.extend({ again: z.boolean().nullable() }),
    theirs: reviewOfDeal,
    /** The time until which the reader may answer `theirs`; null when they may not. */
    answer_until: timestamp.nullable(),
  })
  .nullable()

/** A review in a profile's list. In place of a removed one, the list says that it was removed, and why. */
const shownReview = z.object({
  id,
  /** Null once the account is deleted. */
  author: personCard.nullable(),
  side,
  category: z.enum(CATEGORIES),
  shown_at: timestamp,
  scores: z.object({ first: z.number(), second: z.number(), third: z.number() }).nullable(),
  overall: z.number().nullable(),
  body: z.string().nullable(),
  answer: answerOf,
  removed: z.object({ at: timestamp, reason: z.string() }).nullable(),
})

/** The totals of a profile's reviews. */
const figures = z.object({
  total: z.number(),
  /** Null below DEAL_REVIEWS_FOR_AVERAGE reviews, as is the next one. */
  average: z.number().nullable(),
  /** Whole percent of reviewers who would work together again. */
  again_percent: z.number().nullable(),
})

/** A review in the console's list. */
const operatorReview = shownReview.extend({
  project_id: id,
  subject: personCard,
})

export const reputationSchemas = {
  /** For the deal's two people; 404 for everyone else. */
  'reputation.of_deal': { params: idParams, answer: z.object({ reviews: dealReviews }) },
  /** Writes the reader's own review, or changes it while it is sealed. Idempotent. */
  'reputation.write': {
    params: idParams,
    body: writtenReview,
    answer: z.object({ reviews: dealReviews }),
  },
  /** `id` is the other side's open review. A repeated request is a no-op. */
  'reputation.ask': { params: idParams, answer: z.object({ reviews: dealReviews }) },
  /** `id` is a shown review about the reader. */
  'reputation.answer': {
    params: idParams,
    body: z.strictObject({ body: text(limits.answer, say.answerRequired) }),
    answer: z.object({ reviews: dealReviews }),
  },
  /** Newest first. */
  'reputation.of_profile': {
    params: idParams,
    query: z.object({ after }),
    answer: z.object({ rows: z.array(shownReview), next: z.string().nullable(), figures }),
  },
  /** Shown and removed reviews, newest first; optionally about one person. */
  'operator.deal_reviews': {
    query: z.object({ person: lenient(id), after }),
    answer: z.object({ rows: z.array(operatorReview), next: z.string().nullable() }),
  },
  'operator.hide_deal_review': {
    params: idParams,
    body: z.strictObject({ reason: text(OPERATOR_LIMITS.reason, say.hideReasonRequired) }),
    answer: z.object({ changed: z.boolean(), reason: z.string().nullable() }),
  },
} as const

export type WrittenReview = z.infer<typeof writtenReview>
export type DealReviews = NonNullable<z.infer<typeof dealReviews>>
export type DealReview = DealReviews['theirs']
export type ShownReview = z.infer<typeof shownReview>
export type ReviewFigures = z.infer<typeof figures>
export type OperatorReview = z.infer<typeof operatorReview>
