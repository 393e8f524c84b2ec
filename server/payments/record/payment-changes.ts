import type { EventMove } from '#contract/events.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { PaymentRow } from './payment-store.ts'

/** Makes both parties' open pages refetch the payment, the project and their conversation. */
export async function refreshParties(tx: Tx, payment: PaymentRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [payment.seller_id, payment.creator_id],
    topics: ['payments', 'projects', 'conversations', 'dashboard', 'deliverables'],
    project_id: payment.project_id,
  })
}

/** A payment's event by the system: it reports what the provider said, not a person's click. */
export const paymentEvent = (
  payment: PaymentRow,
  move: EventMove<'payment'>,
  from: string | null,
  to: string,
  actorId: string | null = null,
) => ({
  entity: 'payment' as const,
  entityId: payment.id,
  projectId: payment.project_id,
  actorId,
  move,
  from,
  to,
})
