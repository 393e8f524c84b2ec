import { OPERATOR_PAGE } from '#contract/operator.ts'
import type { OperatorReview } from '#contract/reputation-schemas.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { moveReview, refreshPair } from './deal-review-moves.ts'
import { dealReviewById, type DealReviewRow, lockPair } from './deal-review-store.ts'
import { reviewsOnDesk } from './profile-review-store.ts'
import { pageOf, presentShown } from './profile-reviews.ts'

/** A page of shown and removed reviews, newest first. Operators cannot read sealed ones. */
export async function reviewsPage(
  deps: Deps,
  { person, after }: { person?: string | undefined; after?: string | undefined },
): Promise<{ rows: OperatorReview[]; next: string | null }> {
  const found = await reviewsOnDesk(deps.pool, { personId: person ?? null, after })
  const { rows, next } = pageOf(found, OPERATOR_PAGE)
  return {
    rows: rows.map((row) => ({
      ...presentShown(row),
      project_id: row.project_id,
      subject: row.subject,
    })),
    next,
  }
}

/**
 * Removes a shown review for good: its place in the profile says so and gives the reason. Its author is notified.
 * Idempotent. Throws 404 for a review that is not shown, deal_review.own for a side of the deal.
 */
export function hideReview(
  deps: Deps,
  viewer: Viewer,
  id: string,
  reason: string,
  now: Date,
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = foundOr404(await dealReviewById(tx, id))
    const pair = await lockPair(tx, seen.application_id)
    const review = foundOr404(pair.find((one) => one.id === id && one.shown_at !== null))
    if ([review.author_id, review.subject_id].includes(viewer.id))
      throw new AppError('deal_review.own')
    const hidden = await moveReview(tx, review, {
      move: 'hide',
      set: sql`hidden_at = ${now}, hidden_reason = ${reason}`,
      actorId: viewer.id,
    })
    if (!hidden) return NOTHING_DONE
    await refreshPair(tx, review)
    return recordAct(tx, {
      actorId: viewer.id,
      act: 'hide_deal_review',
      subject: 'deal_review',
      subjectId: id,
      subjectName: (await titleOf(tx, review.project_id)).title,
      reason,
      projectId: review.project_id,
    })
  })
}

/**
 * Removes a shown review in the transaction of a sanction, whose statement informs its author. Returns false when it is
 * not shown. Throws deal_review.own for a side of the deal.
 */
export async function hideReported(
  tx: Tx,
  id: string,
  { actorId, reason, now }: { actorId: string; reason: string; now: Date },
): Promise<boolean> {
  const review = await lockOne(tx, id)
  if (review === null) return false
  if ([review.author_id, review.subject_id].includes(actorId)) throw new AppError('deal_review.own')
  const set = sql`hidden_at = ${now}, hidden_reason = ${reason}`
  const hidden = await moveReview(tx, review, { move: 'hide', set, actorId, quietly: true })
  if (hidden) await refreshPair(tx, review)
  return hidden
}

/** Shows it again after a granted appeal. A no-op if it is not hidden. */
export async function restoreReported(tx: Tx, id: string, actorId: string): Promise<void> {
  const review = await lockOne(tx, id)
  if (review === null) return
  const set = sql`hidden_at = null, hidden_reason = null`
  if (await moveReview(tx, review, { move: 'restore', set, actorId })) await refreshPair(tx, review)
}

async function lockOne(tx: Tx, id: string): Promise<DealReviewRow | null> {
  const seen = await dealReviewById(tx, id)
  if (seen === null) return null
  const pair = await lockPair(tx, seen.application_id)
  return pair.find((one) => one.id === id) ?? null
}

/** An act names its deal and no person: it is never deleted. */
const titleOf = (tx: Tx, projectId: string) =>
  oneRow<{ title: string }>(tx, sql`select title from projects where id = ${projectId}`)
