import { cursorText } from '#contract/paging.ts'
import type { ReviewFigures, ShownReview } from '#contract/reputation-schemas.ts'
import { DEAL_REVIEW_LIMITS, DEAL_REVIEWS_FOR_AVERAGE, meanScore } from '#contract/reputation.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { answerOf, scoresOf } from './deal-review-presenter.ts'
import { figuresOf, type ListedReviewRow, reviewsAbout } from './profile-review-store.ts'

/** Returns a page of a profile's reviews and their totals. Throws profile.not_found like the profile itself. */
export async function profileReviews(deps: Deps, asked: Parameters<typeof reviewsAbout>[1]) {
  const figures = await figuresOf(deps.pool, asked)
  if (figures === null) throw new AppError('profile.not_found')
  const found = await reviewsAbout(deps.pool, asked)
  const { rows, next } = pageOf(found, DEAL_REVIEW_LIMITS.page)
  return {
    rows: rows.map(presentShown),
    next,
    figures: presentFigures(figures),
  }
}

/** Cuts a page from rows that were read with one more than the page holds. */
export function pageOf<Row extends { id: string; shown_at: string | null }>(
  found: readonly Row[],
  page: number,
): { rows: Row[]; next: string | null } {
  const last = found.length > page ? found[page - 1] : undefined
  return {
    rows: found.slice(0, page),
    next: last ? cursorText('newest', { keys: [last.shown_at ?? ''], id: last.id }) : null,
  }
}

/** Presents a review as everyone reads it. The times of a listed review are never null. */
export function presentShown(row: ListedReviewRow): ShownReview {
  const { id, counterpart: author, side, category, body, shown_at, hidden_at, hidden_reason } = row
  return {
    id,
    author,
    side,
    category,
    shown_at: shown_at ?? '',
    ...scoresOf(row),
    body,
    answer: answerOf(row),
    removed: hidden_at === null ? null : { at: hidden_at, reason: hidden_reason ?? '' },
  }
}

function presentFigures({
  total,
  score_sum,
  again_count,
}: {
  total: number
  score_sum: number
  again_count: number
}): ReviewFigures {
  const isEnough = total >= DEAL_REVIEWS_FOR_AVERAGE
  return {
    total,
    average: isEnough ? meanScore(score_sum, 3 * total) : null,
    again_percent: isEnough ? Math.trunc((200 * again_count + total) / (2 * total)) : null,
  }
}
