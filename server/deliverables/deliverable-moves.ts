import { deliverableTransitions } from '#contract/deliverables.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { refreshParties } from './deliverable-refresh.ts'
import * as store from './deliverable-store.ts'
import type { DeliverableRow, ReviewMove } from './deliverable-store.ts'

/** An answer to a delivery. `actorId` null is the clock. */
export interface ReviewAnswer {
  id: string
  move: ReviewMove
  actorId: string | null
  reviewerNotes: string | null
  now: Date
}

/**
 * Answers a pending deliverable and records the move. The write is the guard: null when it is no longer pending, so of
 * a click and a concurrent clock one wins and the other changes nothing.
 */
export async function answerDeliverable(
  tx: Tx,
  { id, move, actorId, reviewerNotes, now }: ReviewAnswer,
): Promise<DeliverableRow | null> {
  const { from, to } = deliverableTransitions[move]
  const moved = await execute(
    tx,
    sql`update deliverables set status = ${to}, reviewer_notes = ${reviewerNotes}, reviewed_at = ${now}
      where id = ${id} and status = any(${from})`,
  )
  if (moved === 0) return null
  const answered = await store.deliverableById(tx, id)
  if (answered === null) throw new Error(`deliverable ${id} was answered and is gone`)
  await recordEvent(tx, {
    entity: 'deliverable',
    entityId: id,
    projectId: answered.project_id,
    actorId,
    move,
    // Every move of this machine starts from pending.
    from: 'pending',
    to: answered.status,
  })
  await refreshParties(tx, answered)
  return answered
}
