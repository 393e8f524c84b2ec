import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { PaymentRow, WayOut } from '#server/payments/record/payment-store.ts'
import { moveProject } from '#server/projects/project-moves.ts'
import { lockProject } from '#server/projects/project-store.ts'

/**
 * The payments of one deal leave escrow together: its own payment and the extras that higher prices added since
 * (decision 0073). Each has its own order, so that one refusal by the provider stops only one transfer.
 */

/** Returns the held payments of a deal, without those that are already moving `way`. */
export const stillHeld = (payments: readonly PaymentRow[], way?: WayOut): PaymentRow[] =>
  payments.filter(
    ({ status, moving }) => status === 'held_in_escrow' && (way === undefined || moving !== way),
  )

/**
 * Completes a project once a payment of its deal is released and none is held any more, whatever part went back before
 * (decision P9). Call it whenever a payment has left escrow: the last one completes the project. If two leave
 * concurrently, one waits for the other's lock on the project and then sees that the other payment has left.
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
