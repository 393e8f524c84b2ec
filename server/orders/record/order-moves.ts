import { orderTransitions } from '#contract/package-orders.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { orderColumns, type OrderRow } from './order-store.ts'

interface OrderMove {
  /** The project whose order moves; it has at most one. */
  projectId: string
  move: keyof typeof orderTransitions
  /** Null is the clock job. */
  actorId: string | null
  now: Date
  /** For an acceptance: the deadline by which it can be funded. */
  fundBy?: Date
}

/**
 * Moves the order of a project, records it, and refreshes both sides' pages. The write is the guard: null when no order
 * is in a state from which this move starts. Lock the project first, which serializes the answers.
 */
export async function moveOrder(tx: Tx, order: OrderMove): Promise<OrderRow | null> {
  const { projectId, move, actorId, now, fundBy = null } = order
  const { from, to } = orderTransitions[move]
  const moved = await maybeRow<OrderRow>(
    tx,
    sql`update package_orders set status = ${to}, fund_by = coalesce(${fundBy}, fund_by),
        answered_at = coalesce(answered_at, ${now})
      where project_id = ${projectId} and status = any(${from}) returning ${orderColumns}`,
  )
  if (moved === null) return null
  await recordOrder(tx, moved, move, actorId)
  return moved
}

/** Records an order's move in the transaction that made it, and refreshes both sides' pages. */
export async function recordOrder(
  tx: Tx,
  order: OrderRow,
  move: 'place' | keyof typeof orderTransitions,
  actorId: string | null,
): Promise<void> {
  await recordEvent(tx, {
    entity: 'package_order',
    entityId: order.id,
    projectId: order.project_id,
    actorId,
    move,
    from: move === 'place' ? null : orderTransitions[move].from[0],
    to: order.status,
  })
  await enqueue(tx, 'realtime.changed', {
    user_ids: [order.creator_id, order.seller_id],
    topics: ['invitations', 'projects', 'conversations', 'dashboard'],
    project_id: order.project_id,
  })
}
