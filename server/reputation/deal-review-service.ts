import type { WrittenReview } from '#contract/reputation-schemas.ts'
import { sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import {
  moveReview,
  recordReviewEvent,
  refreshAuthor,
  refreshPair,
  revealPair,
} from './deal-review-moves.ts'
import { answerRefusal, writeRefusal } from './deal-review-policy.ts'
import {
  answerTo,
  type DealReviewRow,
  dealReviewById,
  insertAnswer,
  lockPair,
  saysAlready,
} from './deal-review-store.ts'

/**
 * Seals a review, or changes it while it is sealed. When both are written, both are shown. A repeated request with the
 * same content is a no-op, even after the review was shown. Returns the project. Throws 404 for anyone but the author,
 * deal_review.lapsed, deal_review.shown.
 */
export function writeReview(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { scores, again, body, note }: WrittenReview,
  now: Date,
): Promise<string> {
  return inTransaction(deps.pool, async (tx) => {
    const { review, pair } = await lockReview(tx, id, 'author_id', viewer)
    if (await saysAlready(tx, id, viewer.id, { ...scores, again, body, note }))
      return review.project_id
    const refusal = writeRefusal(review, now)
    if (refusal !== null) throw new AppError(refusal)
    await moveReview(tx, review, {
      move: review.status === 'open' ? 'write' : 'edit',
      set: sql`first = ${scores.first}, second = ${scores.second}, third = ${scores.third}, again = ${again},
        body = ${body}, note = ${note}, sealed_at = coalesce(sealed_at, ${now})`,
      actorId: viewer.id,
    })
    const after = await lockPair(tx, review.application_id)
    const isRevealed = pair.length === 2 && after.every(({ status }) => status === 'sealed')
    if (isRevealed) await revealPair(tx, after, now)
    // The other side learns that a review was written, but not when or how often it is changed.
    if (isRevealed || review.status === 'open') await refreshPair(tx, review)
    else await refreshAuthor(tx, review)
    return review.project_id
  })
}

/**
 * Asks the author for a review on behalf of its subject, once per deal. Asking again, or after the review is written,
 * is a no-op.
 */
export function askForReview(deps: Deps, viewer: Viewer, id: string, now: Date): Promise<string> {
  return inTransaction(deps.pool, async (tx) => {
    const { review } = await lockReview(tx, id, 'subject_id', viewer)
    if (
      review.status === 'lapsed' ||
      (review.status === 'open' && now >= new Date(review.closes_at))
    )
      throw new AppError('deal_review.lapsed')
    const asked = await moveReview(tx, review, {
      move: 'ask',
      set: sql`asked_at = ${now}`,
      only: sql`asked_at is null`,
      actorId: viewer.id,
    })
    if (asked) await refreshPair(tx, review)
    return review.project_id
  })
}

/**
 * Stores the subject's one public answer. A repeated request with the same text is a no-op. Throws 404 for anyone else,
 * deal_review.not_shown, deal_review.answer_late, deal_review.answered.
 */
export function answerReview(
  deps: Deps,
  viewer: Viewer,
  id: string,
  body: string,
  now: Date,
): Promise<string> {
  return inTransaction(deps.pool, async (tx) => {
    const { review } = await lockReview(tx, id, 'subject_id', viewer)
    const known = await answerTo(tx, id)
    if (known?.body === body) return review.project_id
    const refusal = answerRefusal(review, now)
    if (refusal !== null) throw new AppError(refusal)
    if ((await insertAnswer(tx, id, body, now)) === null) throw new AppError('deal_review.answered')
    await recordReviewEvent(tx, review, { move: 'answer', to: review.status, actorId: viewer.id })
    await refreshPair(tx, review)
    return review.project_id
  })
}

/** A review by or about the viewer, with both reviews of its deal locked, and the viewer’s account kept. */
async function lockReview(
  tx: Tx,
  id: string,
  as: 'author_id' | 'subject_id',
  viewer: Viewer,
): Promise<{ review: DealReviewRow; pair: DealReviewRow[] }> {
  const seen = foundOr404(await dealReviewById(tx, id))
  assertMay(seen[as] === viewer.id)
  const pair = await lockPair(tx, seen.application_id)
  await keepOwnProfile(tx, viewer.id)
  return { review: foundOr404(pair.find((one) => one.id === id)), pair }
}
