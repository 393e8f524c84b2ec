import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { acceptApplication, rejectApplication } from './application-answer-service.ts'
import {
  presentApplication,
  presentApplicationWithCreator,
  presentApplicationWithProject,
} from './application-presenter.ts'
import {
  acceptedForParty,
  applicationCount,
  applicationsForOwner,
  ownApplication,
  submitApplication,
} from './application-service.ts'
import { applicationsOfCreator } from './application-store.ts'

/** Applications: creators submit and follow their own, the project's owner reads and answers them. */
export function applicationRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('applications.for_project', async ({ viewer, params, query }) =>
    (await applicationsForOwner(deps, viewer, params.id, query.after)).map(
      presentApplicationWithCreator,
    ),
  )

  routes.signedIn('applications.count', ({ viewer, params }) =>
    applicationCount(deps, viewer, params.id),
  )

  routes.signedIn('applications.accepted', async ({ viewer, params }) => {
    const accepted = await acceptedForParty(deps, viewer, params.id)
    return accepted === null ? null : presentApplicationWithCreator(accepted)
  })

  routes.creators('applications.own', async ({ viewer, params }) => {
    const own = await ownApplication(deps, viewer, params.id)
    return own === null ? null : presentApplication(own)
  })

  routes.creators('applications.submit', async ({ viewer, params, body }) =>
    presentApplication(await submitApplication(deps, viewer, params.id, body)),
  )

  routes.creators('applications.mine', async ({ viewer, query }) =>
    (await applicationsOfCreator(deps.pool, viewer.id, query.after)).map(
      presentApplicationWithProject,
    ),
  )

  routes.sellers('applications.accept', async ({ viewer, params }) =>
    presentApplication(await acceptApplication(deps, viewer, params.id)),
  )

  routes.sellers('applications.reject', async ({ viewer, params }) =>
    presentApplication(await rejectApplication(deps, viewer, params.id)),
  )
}
