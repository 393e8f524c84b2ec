import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentProject } from '#server/projects/project-presenter.ts'
import { fundSeveral } from './funding-service.ts'
import { closeHiring, hireSeveral, hiresOf } from './hiring-service.ts'

/** Projects that want several creators: their deals, hiring several at once, and the end of hiring. */
export function hiringRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('projects.hires', ({ viewer, params, query }) =>
    hiresOf(deps, viewer, params.id, query.after),
  )

  routes.sellers('projects.hire', async ({ viewer, params, body }) => ({
    rows: await hireSeveral(deps, viewer, params.id, body.application_ids),
  }))

  routes.sellers('projects.fund', async ({ viewer, params, body }) => ({
    rows: await fundSeveral(deps, viewer, params.id, body),
  }))

  routes.sellers('projects.close_hiring', async ({ viewer, params }) =>
    presentProject(await closeHiring(deps, viewer, params.id)),
  )
}
