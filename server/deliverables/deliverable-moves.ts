import { deliverableTransitions } from '#contract/deliverables.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { refreshParties } from './deliverable-refresh.ts'
import * as store from './deliverable-store.ts'
import type { DeliverableRow, ReviewMove } from './deliverable-store.ts'

/** An answer to a delivery. With `actorId` null, the clock gave it. */
export interface ReviewAnswer {
  id: string
  move: ReviewMove
  actorId: string | null
  reviewerNotes: string | null
  now: Date
}

/**
 * Answers a pending deliverable and records the move. The write is the guard: null when it is no longer pending, so if
 * a click and the clock are concurrent, one wins and the other is a no-op.
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
    // Every move of this state machine starts from pending.
    from: 'pending',
    to: answered.status,
  })
  await refreshParties(tx, answered)
  return answered
}

/**
 * Makes room for a newer version of `creatorId`'s: what still waits for review in the project is superseded. Call it
 * after `lockDeliveries`. `at`: the moment the newer version is handed in, as a timestamp of the database.
 */
export async function supersedeWaiting(
  tx: Tx,
  { projectId, creatorId, at }: { projectId: string; creatorId: string; at: string },
): Promise<void> {
  const { from, to } = deliverableTransitions.supersede
  const replaced = await rows<{ id: string }>(
    tx,
    sql`update deliverables set status = ${to}, superseded_at = ${at}, reviewed_at = ${at}
      where project_id = ${projectId} and status = any(${from}) returning id`,
  )
  for (const { id } of replaced) {
    await recordEvent(tx, {
      entity: 'deliverable',
      entityId: id,
      projectId,
      actorId: creatorId,
      move: 'supersede',
      from: 'pending',
      to,
    })
  }
}
