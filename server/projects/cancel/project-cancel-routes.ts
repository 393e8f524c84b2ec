import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentProject } from '#server/projects/project-presenter.ts'
import { cancelProject } from './project-cancel.ts'

/**
 * Cancelling a project. Separate from the rest of projects/, because it also answers the applications, which import
 * projects.
 */
export function projectCancelRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('projects.cancel', async ({ viewer, params }) =>
    presentProject(await cancelProject(deps, viewer, params.id)),
  )
}
