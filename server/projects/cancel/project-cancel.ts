import { projectTransitions } from '#contract/projects.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { fillApplications } from '#server/applications/application-moves.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { lockOwnProject } from '#server/projects/project-service.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'

/**
 * Cancels the owner's project and answers everyone who waits. Idempotent. Throws 404 for others, project.money_held
 * while money is held or was released, project.closed for a completed one (decision P14).
 */
export function cancelProject(deps: Deps, viewer: Viewer, id: string): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    // Payments before the project: releasing locks in this order, and the opposite order could deadlock with it.
    const moneyMoved = await lockMovedMoney(tx, id)
    const project = await lockOwnProject(tx, viewer, id)
    if (project.status === projectTransitions.cancel.to) return project
    if (project.status === 'in_progress' && moneyMoved) throw new AppError('project.money_held')
    const cancelled = await moveProject(tx, { project, move: 'cancel', actorId: viewer.id })
    if (cancelled === null) throw new AppError('project.closed')
    await refreshProject(tx, id, [
      'projects',
      'applications',
      'deliverables',
      'invitations',
      'conversations',
      'dashboard',
    ])
    await fillApplications(tx, cancelled)
    return cancelled
  })
}

/** Whether money of a project is held or was released; the answer holds until the transaction ends. */
async function lockMovedMoney(tx: Tx, projectId: string): Promise<boolean> {
  const payments = await rows<{ status: string }>(
    tx,
    sql`select status from payments where project_id = ${projectId} order by id for no key update`,
  )
  return payments.some(({ status }) => status === 'held_in_escrow' || status === 'released')
}
