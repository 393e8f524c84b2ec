import type { DealReviewStatus, ReviewSide } from '#contract/reputation.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** What the rules need to know of a review: nothing of its content. */
export interface DealReviewRow {
  id: string
  project_id: string
  application_id: string
  author_id: string
  subject_id: string
  side: ReviewSide
  status: DealReviewStatus
  closes_at: string
  asked_at: string | null
  shown_at: string | null
}

/** What one reader may read of a review. A null field is hidden from them or was never written. */
export interface ReadReviewRow extends DealReviewRow {
  written: boolean
  first: number | null
  second: number | null
  third: number | null
  again: boolean | null
  body: string | null
  note: string | null
  hidden_at: string | null
  hidden_reason: string | null
  answer: string | null
  answered_at: string | null
}

const ruled = raw(
  'id, project_id, application_id, author_id, subject_id, side, status, closes_at, asked_at, shown_at',
)
/** The columns of `ReadReviewRow`, from `readable_deal_reviews` joined as `reviews`. */
export const readColumns =
  raw(`reviews.id, reviews.project_id, reviews.application_id, reviews.author_id,
  reviews.subject_id, reviews.side, reviews.status, reviews.closes_at, reviews.asked_at, reviews.shown_at,
  reviews.written, reviews.first, reviews.second, reviews.third, reviews.again, reviews.body, reviews.note,
  reviews.hidden_at, reviews.hidden_reason, reviews.answer, reviews.answered_at`)

export const dealReviewById = (db: Queryable, id: string) =>
  maybeRow<DealReviewRow>(db, sql`select ${ruled} from deal_reviews where id = ${id}`)

/**
 * Locks both reviews of a deal, always in the same order, so that writing, editing and revealing wait for each other
 * here.
 */
export const lockPair = (tx: Tx, applicationId: string) =>
  rows<DealReviewRow>(
    tx,
    sql`select ${ruled} from deal_reviews where application_id = ${applicationId} order by id for no key update`,
  )

/**
 * Locks the reviews that someone has not written yet, ordered by deal as in `lockPair`; the other review of each deal
 * is not touched.
 */
export const openReviewsOf = (tx: Tx, authorId: string) =>
  rows<DealReviewRow>(
    tx,
    sql`select ${ruled} from deal_reviews where author_id = ${authorId} and status = 'open'
      order by application_id for no key update`,
  )

/** Returns both reviews of a project's deal, as one of its two people may read them. Returns none for anyone else. */
export const reviewsOfDeal = (db: Queryable, projectId: string, viewerId: string) =>
  rows<ReadReviewRow & { counterpart: PersonCard }>(
    db,
    sql`select ${readColumns}, ${personCardOf('counterpart')} as counterpart
      from readable_deal_reviews(${viewerId}) reviews
      join profiles counterpart
        on counterpart.id = case when reviews.author_id = ${viewerId} then reviews.subject_id else reviews.author_id end
      where reviews.project_id = ${projectId} and ${viewerId} in (reviews.author_id, reviews.subject_id)`,
  )

/** Returns whether the viewer's review already says exactly this. */
export const saysAlready = async (
  tx: Tx,
  id: string,
  viewerId: string,
  said: {
    first: number
    second: number
    third: number
    again: boolean
    body: string
    note: string
  },
): Promise<boolean> => {
  const { same } = await oneRow<{ same: boolean }>(
    tx,
    sql`select exists (select from readable_deal_reviews(${viewerId}) reviews
      where id = ${id} and author_id = ${viewerId}
        and (first, second, third, again, body, note)
          = (${said.first}, ${said.second}, ${said.third}, ${said.again}, ${said.body}, ${said.note})) as same`,
  )
  return same
}

/** Stores the subject's answer; returns null when there already is one. */
export const insertAnswer = (tx: Tx, reviewId: string, body: string, now: Date) =>
  maybeRow<{ review_id: string }>(
    tx,
    sql`insert into deal_review_answers (review_id, body, created_at) values (${reviewId}, ${body}, ${now})
      on conflict do nothing returning review_id`,
  )

/** Returns the answer to a review, or null. */
export const answerTo = (tx: Tx, reviewId: string) =>
  maybeRow<{ body: string }>(
    tx,
    sql`select body from deal_review_answers where review_id = ${reviewId}`,
  )
