import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { visibleProject } from '#server/projects/project-service.ts'
import { applicationById } from './application-store.ts'
import { mark, type ShortlistRow, unmark } from './shortlist-store.ts'

/**
 * Marks an application for the project's owner to come back to. The mark is theirs alone: no event, no notice, and no
 * one else's page refetches. Throws 404 for others, application.already_answered.
 */
export function shortlistApplication(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<ShortlistRow> {
  return inTransaction(deps.pool, async (tx) => {
    const projectId = await ownProjectOf(deps, tx, viewer, id)
    const marked = await mark(tx, id, now)
    if (marked === null) throw new AppError('application.already_answered')
    await refreshOwner(tx, viewer, projectId)
    return marked
  })
}

/** Removes the owner's mark again, even if the application was answered meanwhile. Throws 404 for others. */
export function unshortlistApplication(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<ShortlistRow> {
  return inTransaction(deps.pool, async (tx) => {
    const projectId = await ownProjectOf(deps, tx, viewer, id)
    const unmarked = await unmark(tx, id)
    await refreshOwner(tx, viewer, projectId)
    return unmarked
  })
}

/** Returns the id of the application's project. 404 unless it is the viewer's. */
async function ownProjectOf(deps: Deps, tx: Tx, viewer: Viewer, id: string): Promise<string> {
  const { project_id: projectId } = foundOr404(await applicationById(tx, id))
  assertMay(ownsProject(viewer, await visibleProject(tx, viewer, projectId, deps.clock())))
  return projectId
}

/** Makes the owner's other windows refetch. */
const refreshOwner = (tx: Tx, viewer: Viewer, projectId: string) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [viewer.id],
    topics: ['applications'],
    project_id: projectId,
  })
