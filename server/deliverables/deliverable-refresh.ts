import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { DeliverableRow } from './deliverable-store.ts'

/** Makes both parties' open pages refetch the deliverables and their counts. */
export async function refreshParties(tx: Tx, deliverable: DeliverableRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [deliverable.seller_id, deliverable.creator_id],
    topics: ['deliverables', 'projects', 'dashboard'],
    project_id: deliverable.project_id,
  })
}
