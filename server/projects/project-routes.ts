import { PROJECT_LIMITS, PROJECT_SORTS } from '#contract/projects.ts'
import { utcDay } from '#server/clocks/days.ts'
import { typedText } from '#server/db/search.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { WrittenAnswer } from '#server/http/written-answer.ts'
import { readShared } from '#server/replica/read-shared.ts'
import { openProjectsOf } from './brand-projects.ts'
import { presentProject, presentProjectPage } from './project-presenter.ts'
import { createProject, projectPage, publishProject, updateProject } from './project-service.ts'
import type { ProjectSearch } from './project-search.ts'
import { projectListPage } from './shared-projects.ts'

/** Projects: the public list, a seller's own, one project's page, and its life cycle. */
export function projectRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('projects.list', async ({ viewer, request, query, now }) => {
    const search: ProjectSearch = {
      wanted: typedText(query.q),
      category: query.category ?? null,
      sort: query.sort ?? PROJECT_SORTS[0],
      limit: query.limit ?? PROJECT_LIMITS.page,
      after: query.after,
      viewerId: viewer.id,
      today: utcDay(now),
      now,
    }
    return new WrittenAnswer(await projectListPage(deps, { viewer, request }, search))
  })

  routes.signedIn('projects.of_brand', async ({ viewer, request, params, query, now }) => {
    const found = await readShared(deps, { viewer, request, about: params.id }, (reader) =>
      openProjectsOf(reader, {
        sellerId: params.id,
        viewerId: viewer.id,
        after: query.after,
        now,
      }),
    )
    return new WrittenAnswer(`[${found.map(({ listed }) => listed).join(',')}]`)
  })

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
}
