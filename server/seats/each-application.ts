import { areApart } from '#server/apart/apart.ts'
import { applicationById } from '#server/applications/application-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { visibleProject } from '#server/projects/project-service.ts'

/** The reason why a row was refused, as its reader sees it. */
export interface RowError {
  code: string
  message: string
}

/** One row of a bulk action: its outcome, or why it was refused. */
export type Row<T> =
  | { application_id: string; done: T; error: null }
  | { application_id: string; done: null; error: RowError }

/** Throws 404 unless the project is the viewer's own, and project.hires_one. */
export async function assertOwnListing(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const project = await visibleProject(deps.pool, viewer, id, deps.clock())
  assertMay(ownsProject(viewer, project))
  if (project.seats === 1) throw new AppError('project.hires_one')
}

/**
 * Does the same to several applications of the viewer's own project, one after the other and each in its own
 * transaction: a refused one does not affect the rest. Duplicates count as one row. Any other failure ends the call:
 * completed rows stay, and repeating the call resumes from there. Throws as assertOwnListing.
 */
export async function forEachApplication<T>(
  deps: Deps,
  viewer: Viewer,
  { listingId, ids }: { listingId: string; ids: readonly string[] },
  act: (id: string) => Promise<T>,
): Promise<Row<T>[]> {
  await assertOwnListing(deps, viewer, listingId)
  const rows: Row<T>[] = []
  for (const application_id of new Set(ids)) {
    try {
      await assertAppliedTo(deps, listingId, application_id)
      rows.push({ application_id, done: await act(application_id), error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message } = error
      rows.push({ application_id, done: null, error: { code, message } })
    }
  }
  return rows
}

/** Throws 404 for an application to any other project, even one of the same owner. */
async function assertAppliedTo({ pool }: Deps, id: string, applicationId: string): Promise<void> {
  const found = foundOr404(await applicationById(pool, applicationId))
  assertMay((found.listing_id ?? found.project_id) === id)
}

/** Throws 404 for an application hidden by a block: it is not on the viewer's board. */
export async function assertOnBoard({ pool }: Deps, viewer: Viewer, id: string): Promise<void> {
  const { creator_id: creator } = foundOr404(await applicationById(pool, id))
  assertMay(!(await areApart(pool, viewer.id, creator)))
}
