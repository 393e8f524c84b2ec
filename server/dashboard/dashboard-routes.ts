import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { waitingDeals } from './listed-deal-presenter.ts'
import { acceptedDealsOf, openDealsOf } from './listed-deal-store.ts'
import { ownApplications, ownProjects } from './own-lists-service.ts'
import { creatorCounts, navigationCounts, sellerCounts } from './dashboard-store.ts'

/** The numbers on the dashboard and in the header, and one's own lists: always the viewer's own. */
export function dashboardRoutes(routes: Routes, deps: Deps): void {
  routes.creators('dashboard.creator', ({ viewer }) => creatorCounts(deps.pool, viewer.id))
  routes.sellers('dashboard.seller', ({ viewer }) => sellerCounts(deps.pool, viewer.id))
  routes.sellers('dashboard.waiting', async ({ viewer }) =>
    waitingDeals(await openDealsOf(deps.pool, viewer.id), 'owner'),
  )
  routes.creators('dashboard.moves', async ({ viewer }) =>
    waitingDeals(await acceptedDealsOf(deps.pool, viewer.id), 'creator'),
  )
  routes.sellers('projects.mine', ({ viewer, query }) => ownProjects(deps.pool, viewer.id, query))
  routes.creators('applications.mine', ({ viewer, query }) =>
    ownApplications(deps.pool, viewer.id, query.after),
  )
  routes.signedIn('navigation.counts', async ({ viewer }) => ({
    ...(await navigationCounts(deps.pool, viewer.id)),
    operator: operatorStanding(viewer, deps.config.operatorEmails) !== 'none',
  }))
}
