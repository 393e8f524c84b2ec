import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PaymentRow, WayOut } from '#server/payments/record/payment-store.ts'
import { moveProject } from '#server/projects/project-moves.ts'
import { lockProject } from '#server/projects/project-store.ts'

/**
 * The payments of one deal leave escrow together: its own, and what higher prices added since (decision 0073). Each by
 * an order of its own, so that one refusal of the provider stops one transfer.
 */

/** Of a deal's payments those that are held, without those that already go `way`. */
export const stillHeld = (payments: readonly PaymentRow[], way?: WayOut): PaymentRow[] =>
  payments.filter(
    ({ status, moving }) => status === 'held_in_escrow' && (way === undefined || moving !== way),
  )

/**
 * A project is completed once a payment of its deal is released and none is held any more, whatever part went back
 * before (decision P9). Call it whenever a payment has left escrow: the last one completes. Of two that leave at once
 * one waits for the other's project, and sees it gone.
 */
export async function completePaidProject(
  tx: Tx,
  { project_id: projectId, application_id: applicationId }: PaymentRow,
): Promise<void> {
  const project = await lockProject(tx, projectId)
  if (project?.status !== 'in_progress') return
  const done = await maybeRow(
    tx,
    sql`select 1 where exists (select from payments where application_id = ${applicationId} and purpose <> 'extension' and status = 'released')
      and not exists (select from payments where application_id = ${applicationId} and purpose <> 'extension' and status = 'held_in_escrow')`,
  )
  if (done !== null) await moveProject(tx, { project, move: 'complete', actorId: null })
}
