import { containsPattern } from '../db/like.ts'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/routes.ts'
import { cancelProject } from './project-cancel.ts'
import {
  presentOwnedProject,
  presentProject,
  presentProjectInList,
  presentProjectPage,
} from './project-presenter.ts'
import { createProject, projectPage, publishProject, updateProject } from './project-service.ts'
import {
  countActive,
  countFound,
  newestActive,
  projectsOfSeller,
  searchActive,
} from './project-store.ts'

/** Projects: what everybody browses, what a seller owns, one project's page, and its life. */
export function projectRoutes(routes: Routes, deps: Deps): void {
  const db = deps.pool

  routes.signedIn('projects.list', async ({ query }) => {
    const search = { contains: containsPattern(query.q), category: query.category ?? null }
    const anything = search.contains === null && search.category === null
    const before = query.before ?? null
    const [page, { total }] = await Promise.all([
      anything ? newestActive(db, before) : searchActive(db, search, before),
      anything ? countActive(db) : countFound(db, search),
    ])
    return { projects: page.slice(0, query.limit).map(presentProjectInList), total }
  })

  routes.sellers('projects.mine', async ({ viewer }) =>
    (await projectsOfSeller(db, viewer.id)).map(presentOwnedProject),
  )

  routes.signedIn('projects.get', async ({ viewer, params }) =>
    presentProjectPage(await projectPage(deps, viewer, params.id)),
  )

  routes.sellers('projects.create', async ({ viewer, body, now }) =>
    presentProject(await createProject(deps, viewer, body, now)),
  )

  routes.sellers('projects.update', async ({ viewer, params, body, now }) =>
    presentProject(await updateProject(deps, viewer, params.id, body, now)),
  )

  routes.sellers('projects.publish', async ({ viewer, params, now }) =>
    presentProject(await publishProject(deps, viewer, params.id, now)),
  )

  routes.sellers('projects.cancel', async ({ viewer, params }) =>
    presentProject(await cancelProject(deps, viewer, params.id)),
  )
}
