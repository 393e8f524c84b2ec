import { closesAt, dealReviewTransitions, type ReviewSide } from '#contract/reputation.ts'
import type { EventMove } from '#contract/events.ts'
import { execute, maybeRow, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { insertEvent } from '#server/events/event-store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { DealReviewRow } from './deal-review-store.ts'

/** A deal that is over. */
export interface EndedDeal {
  project_id: string
  application_id: string
  seller_id: string
  creator_id: string
}

/**
 * Opens the two reviews of a deal. A no-op when the deal already has them, because money that came back may end a deal
 * twice.
 */
export async function openPair(tx: Tx, deal: EndedDeal, now: Date): Promise<void> {
  const opened = await openOne(tx, deal, 'seller', now)
  if (opened && (await openOne(tx, deal, 'creator', now))) await refreshPair(tx, deal)
}

async function openOne(tx: Tx, deal: EndedDeal, side: ReviewSide, now: Date): Promise<boolean> {
  const [author, subject] =
    side === 'seller' ? [deal.seller_id, deal.creator_id] : [deal.creator_id, deal.seller_id]
  const row = await maybeRow<{ id: string; status: string }>(
    tx,
    sql`insert into deal_reviews (project_id, application_id, author_id, subject_id, side, opened_at, closes_at)
      values (${deal.project_id}, ${deal.application_id}, ${author}, ${subject}, ${side}, ${now}, ${closesAt(now)})
      on conflict (application_id, author_id) do nothing returning id, status`,
  )
  if (row === null) return false
  await recordEvent(tx, {
    entity: 'deal_review',
    entityId: row.id,
    projectId: deal.project_id,
    actorId: null,
    move: 'open',
    from: null,
    to: row.status,
  })
  return true
}

interface DealReviewMove {
  move: keyof typeof dealReviewTransitions
  /** Columns that change with the status. */
  set: Statement
  /** What must hold besides the status. */
  only?: Statement
  /** Null is the system. */
  actorId: string | null
  /** Notifies no one: the author reads about it elsewhere. */
  quietly?: true
}

/**
 * Moves a review along its transition table and records its event. The write is the guard: returns false and records
 * nothing when the review is not in a state the move starts from. Lock both reviews of the deal first (`lockPair`).
 */
export async function moveReview(
  tx: Tx,
  review: DealReviewRow,
  { move, set, only, actorId, quietly }: DealReviewMove,
): Promise<boolean> {
  const { from, to } = dealReviewTransitions[move]
  const moved = await execute(
    tx,
    sql`update deal_reviews set status = ${to}, ${set}
      where id = ${review.id} and status = any(${from}) and ${only ?? sql`true`}`,
  )
  if (moved === 0) return false
  await recordReviewEvent(tx, review, { move, to, actorId, quietly })
  return true
}

/** Records what happened to a review whose status was `review.status`. */
export const recordReviewEvent = (
  tx: Tx,
  review: DealReviewRow,
  {
    move,
    to,
    actorId,
    quietly,
  }: {
    move: EventMove<'deal_review'>
    to: string
    actorId: string | null
    quietly?: true | undefined
  },
): Promise<unknown> => {
  const event = {
    entity: 'deal_review' as const,
    entityId: review.id,
    projectId: review.project_id,
    actorId,
    move,
    from: review.status,
    to,
  }
  return quietly === true ? insertEvent(tx, event) : recordEvent(tx, event)
}

/** Reveals the sealed reviews of a deal, at `now`. */
export async function revealPair(tx: Tx, pair: readonly DealReviewRow[], now: Date): Promise<void> {
  for (const review of pair)
    await moveReview(tx, review, { move: 'reveal', set: sql`shown_at = ${now}`, actorId: null })
}

/** Lapses a review that was not written in time, or never can be. */
export const lapseReview = (tx: Tx, review: DealReviewRow): Promise<boolean> =>
  moveReview(tx, review, { move: 'lapse', set: sql`asked_at = asked_at`, actorId: null })

/** Makes both sides' pages refetch their reviews. Says only that something changed. */
export const refreshPair = (
  tx: Tx,
  deal: { project_id: string } & (
    | { seller_id: string; creator_id: string }
    | { author_id: string; subject_id: string }
  ),
): Promise<void> =>
  enqueue(tx, 'realtime.changed', {
    user_ids:
      'seller_id' in deal ? [deal.seller_id, deal.creator_id] : [deal.author_id, deal.subject_id],
    topics: ['reputation'],
    project_id: deal.project_id,
  })

/** The author's own pages refetch the review; no one else is notified. */
export const refreshAuthor = (
  tx: Tx,
  review: { project_id: string; author_id: string },
): Promise<void> =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [review.author_id],
    topics: ['reputation'],
    project_id: review.project_id,
  })
