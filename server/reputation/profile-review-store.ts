import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Category } from '#contract/projects.ts'
import { DEAL_REVIEW_LIMITS } from '#contract/reputation.ts'
import { OPERATOR_PAGE } from '#contract/operator.ts'
import { notApartFromReader } from '#server/apart/apart.ts'
import { listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { personCardOf, shownAt } from '#server/profiles/profile-store.ts'
import { readColumns, type ReadReviewRow } from './deal-review-store.ts'

/** A shown or removed review with its author; the author is null once the account is deleted. */
export interface ListedReviewRow extends ReadReviewRow {
  counterpart: PersonCard | null
  category: Category
}

const listed = raw(`${readColumns.text}, projects.category,
  case when counterpart.shown_from is not null then ${personCardOf('counterpart').text} end as counterpart`)
const isPublic = raw(`reviews.status in ('shown', 'hidden')`)

/** One row more than a page, which tells whether there is a next page. */
const oneMore = (page: number) => raw(String(page + 1))

/** Whose reviews, from which cursor on, and who reads them: a null viewer is anyone. */
interface ReviewsAsked {
  subjectId: string
  viewerId: string | null
  after: string | undefined
  now: Date
}

/**
 * Returns a page of the reviews about a person, newest first. Leaves out reviews by people who are currently banned,
 * and those of rings.
 */
export const reviewsAbout = (db: Queryable, { subjectId, viewerId, after, now }: ReviewsAsked) => {
  const { time, id } = listPlace('newest', after)
  return rows<ListedReviewRow>(
    db,
    sql`select ${listed} from readable_deal_reviews(null) reviews
      join projects on projects.id = reviews.project_id
      join profiles counterpart on counterpart.id = reviews.author_id
      where reviews.subject_id = ${subjectId} and ${isPublic}
        and (counterpart.shown_from is null or counterpart.shown_from <= ${now})
        and ${notApartFromReader(raw('reviews.author_id'), viewerId)}
        and not in_ring(reviews.author_id, reviews.subject_id)
        and (reviews.shown_at, reviews.id) < (${time}::timestamptz, ${id}::uuid)
      order by reviews.shown_at desc, reviews.id desc limit ${oneMore(DEAL_REVIEW_LIMITS.page)}`,
  )
}

/**
 * Returns the number of shown reviews of a person, the sum of their scores, and how many authors would work with them
 * again. Null for people whose profile may not be shown.
 */
export const figuresOf = (
  db: Queryable,
  { subjectId, viewerId, now }: Omit<ReviewsAsked, 'after'>,
) =>
  maybeRow<{ total: number; score_sum: number; again_count: number }>(
    db,
    sql`select total, score_sum, again_count from profiles, deal_review_figures(profiles.id, ${now})
      where profiles.id = ${subjectId} and ${shownAt} ${now}
        and ${notApartFromReader(raw('profiles.id'), viewerId)}`,
  )

/**
 * Returns a page of the console's list, newest first; `personId` is the author or the subject. Sealed reviews are not
 * in it.
 */
export const reviewsOnDesk = (
  db: Queryable,
  { personId, after }: { personId: string | null; after: string | undefined },
) => {
  const { time, id } = listPlace('newest', after)
  return rows<ListedReviewRow & { subject: PersonCard }>(
    db,
    sql`select ${listed}, ${raw(personCardOf('profiles').text)} as subject
      from readable_deal_reviews(null) reviews
      join projects on projects.id = reviews.project_id
      join profiles counterpart on counterpart.id = reviews.author_id
      join profiles on profiles.id = reviews.subject_id
      where ${isPublic} and (${personId}::uuid is null or ${personId}::uuid in (reviews.author_id, reviews.subject_id))
        and (reviews.shown_at, reviews.id) < (${time}::timestamptz, ${id}::uuid)
      order by reviews.shown_at desc, reviews.id desc limit ${oneMore(OPERATOR_PAGE)}`,
  )
}
