import { ensureConversation } from '#server/conversations/conversation-store.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { lockOwnProject } from '#server/projects/project-service.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import { fillApplications, moveApplication, wasRejectedBy } from './application-moves.ts'
import { acceptRefusal } from './application-policy.ts'
import { applicationById, type ApplicationRow } from './application-store.ts'

/**
 * The owner accepts an application (decision P12), all or nothing: it is accepted, the project starts, the conversation
 * exists, and everyone else who waited is answered. Idempotent. Throws 404 for others, application.already_answered,
 * application.project_filled, project.closed.
 */
export function acceptApplication(deps: Deps, viewer: Viewer, id: string): Promise<ApplicationRow> {
  return inTransaction(deps.pool, async (tx) => {
    const { application, project } = await lockForOwner(tx, viewer, id)
    if (application.status === 'accepted') return application
    if (application.status !== 'pending') throw new AppError('application.already_answered')
    const refusal = acceptRefusal(project.status)
    if (refusal !== null) throw new AppError(refusal)

    const accepted = await moveApplication(tx, { id, move: 'accept', actorId: viewer.id })
    if (accepted === null) throw new AppError('application.already_answered')
    const started = await moveProject(tx, { project, move: 'start', actorId: null })
    if (started === null) throw new AppError('application.project_filled')
    await ensureConversation(tx, {
      projectId: project.id,
      sellerId: project.seller_id,
      creatorId: accepted.creator_id,
    })
    await refreshProject(tx, project.id, [
      'applications',
      'projects',
      'conversations',
      'invitations',
      'dashboard',
    ])
    await fillApplications(tx, started)
    return accepted
  })
}

/** The owner rejects a pending application. Idempotent. Throws 404 for others, application.already_answered. */
export function rejectApplication(deps: Deps, viewer: Viewer, id: string): Promise<ApplicationRow> {
  return inTransaction(deps.pool, async (tx) => {
    const { application } = await lockForOwner(tx, viewer, id)
    if (application.status === 'rejected' && (await wasRejectedBy(tx, id, viewer.id)))
      return application
    const rejected = await moveApplication(tx, { id, move: 'reject', actorId: viewer.id })
    if (rejected === null) throw new AppError('application.already_answered')
    await refreshProject(tx, rejected.project_id, ['applications', 'dashboard'])
    return rejected
  })
}

/**
 * The application and its project, locked through the project: answers to one project's applications are serialized,
 * each seeing the previous one. 404 unless the viewer owns the project.
 */
async function lockForOwner(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ application: ApplicationRow; project: ProjectRow }> {
  const found = foundOr404(await applicationById(tx, id))
  const project = await lockOwnProject(tx, viewer, found.project_id)
  return { application: foundOr404(await applicationById(tx, id)), project }
}
