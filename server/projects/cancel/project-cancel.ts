import { projectTransitions } from '#contract/projects.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { fillApplications } from '#server/applications/application-moves.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { moveOrder } from '#server/orders/record/order-moves.ts'
import { lockOwnProject } from '#server/projects/project-service.ts'
import { lockProject, type ProjectRow } from '#server/projects/project-store.ts'

/**
 * Cancels the owner's project and answers everyone who is waiting. Idempotent. Throws 404 for others,
 * project.money_held while money is held or that of the deal was released, project.closed for a completed one (decision
 * P14), project.hiring_over for one that no longer hires: while it hires, cancelling only ends the hiring.
 */
export function cancelProject(deps: Deps, viewer: Viewer, id: string): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    // Locks payments before the project: releasing locks in this order, and the opposite order could deadlock with it.
    const moneyMoved = await lockMovedMoney(tx, id)
    const project = await lockOwnProject(tx, viewer, id)
    if (project.status === projectTransitions.cancel.to) return project
    // Its deals go on independently, and each is cancelled separately.
    if (project.status === 'in_progress' && project.seats > 1)
      throw new AppError('project.hiring_over')
    if (project.status === 'in_progress' && moneyMoved) throw new AppError('project.money_held')
    const cancelled = await moveProject(tx, { project, move: 'cancel', actorId: viewer.id })
    if (cancelled === null) throw new AppError('project.closed')
    await leave(tx, cancelled)
    await moveOrder(tx, {
      projectId: id,
      move: 'cancel',
      actorId: viewer.id,
      now: deps.clock(),
    })
    return cancelled
  })
}

/**
 * Ends, as the system, a running project that no one paid for. Returns false when money is on its way or the project is
 * no longer running.
 */
export async function endUnpaid(tx: Tx, id: string): Promise<boolean> {
  const payments = await lockPayments(tx, id)
  if (payments.some(({ status }) => status !== 'failed')) return false
  const project = await lockProject(tx, id)
  if (project?.status !== 'in_progress') return false
  const cancelled = await moveProject(tx, { project, move: 'cancel', actorId: null })
  if (cancelled === null) return false
  await leave(tx, cancelled)
  return true
}

/** Answers everyone the project concerned, and makes their pages refetch. */
async function leave(tx: Tx, cancelled: ProjectRow): Promise<void> {
  await refreshProject(tx, cancelled.id, [
    'projects',
    'applications',
    'deliverables',
    'invitations',
    'conversations',
    'dashboard',
  ])
  await fillApplications(tx, cancelled)
}

/**
 * Whether money of a project is held, or that of its deal was released; the result holds until the transaction ends. A
 * licence extension that its creator was paid for ends with neither (decision 0094), but one on its way to them could
 * not be sent on after the cancellation.
 */
async function lockMovedMoney(tx: Tx, projectId: string): Promise<boolean> {
  const payments = await lockPayments(tx, projectId)
  return payments.some(
    ({ status, purpose }) =>
      status === 'held_in_escrow' || (status === 'released' && purpose !== 'extension'),
  )
}

const lockPayments = (tx: Tx, projectId: string) =>
  rows<Pick<PaymentRow, 'status' | 'purpose'>>(
    tx,
    sql`select status, purpose from payments where project_id = ${projectId}
      order by purpose <> 'deal', created_at, id for no key update`,
  )
