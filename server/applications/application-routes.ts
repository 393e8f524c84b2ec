import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { usdFromCents } from '#contract/money.ts'
import {
  acceptApplication,
  acceptingFacts,
  rejectApplication,
  undoReject,
} from './application-answer-service.ts'
import {
  presentAccepted,
  presentApplication,
  presentForOwner,
  presentListedApplication,
} from './application-presenter.ts'
import {
  acceptedForParty,
  applicationCount,
  applicationsForOwner,
  ownApplication,
  submitApplication,
} from './application-service.ts'
import { shortlistApplication, unshortlistApplication } from './shortlist-service.ts'

/** Applications: creators submit and follow their own, the project's owner reads and answers them. */
export function applicationRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('applications.for_project', async ({ viewer, params, query, now }) => {
    const { project, applications } = await applicationsForOwner(
      deps,
      viewer,
      params.id,
      query.after,
    )
    const facts = { project, origin: deps.config.publicUrl, now }
    return applications.map((one) => presentListedApplication(one, facts))
  })

  routes.signedIn('applications.count', ({ viewer, params }) =>
    applicationCount(deps, viewer, params.id),
  )

  routes.signedIn('applications.accepted', async ({ viewer, params }) => {
    const accepted = await acceptedForParty(deps, viewer, params.id)
    return accepted === null ? null : presentAccepted(accepted, deps.config.publicUrl)
  })

  routes.creators('applications.own', async ({ viewer, params }) => {
    const own = await ownApplication(deps, viewer, params.id)
    return own === null ? null : presentApplication(own)
  })

  routes.creators('applications.submit', async ({ viewer, params, body }) =>
    presentApplication(await submitApplication(deps, viewer, params.id, body)),
  )

  routes.sellers('applications.accept', async ({ viewer, params }) =>
    presentApplication(await acceptApplication(deps, viewer, params.id)),
  )

  routes.sellers('applications.accepting', async ({ viewer, params }) => {
    const { amount, ...facts } = await acceptingFacts(deps, viewer, params.id)
    return { ...facts, amount: usdFromCents(amount) }
  })

  routes.sellers('applications.reject', async ({ viewer, params, now }) => {
    const { application, project } = await rejectApplication(deps, viewer, params.id, { now })
    return presentForOwner(application, project, now)
  })

  routes.sellers('applications.undo_reject', async ({ viewer, params, now }) => {
    const { application, project } = await undoReject(deps, viewer, params.id, now)
    return presentForOwner(application, project, now)
  })

  routes.sellers('applications.shortlist', ({ viewer, params, now }) =>
    shortlistApplication(deps, viewer, params.id, now),
  )

  routes.sellers('applications.unshortlist', ({ viewer, params }) =>
    unshortlistApplication(deps, viewer, params.id),
  )
}
