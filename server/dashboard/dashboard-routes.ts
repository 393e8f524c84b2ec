import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { presentOpenDeal, waitingDeals } from './waiting-presenter.ts'
import { acceptedDealsOf, openDealsOf } from './waiting-store.ts'
import { creatorCounts, navigationCounts, sellerCounts } from './dashboard-store.ts'

/** The numbers on the dashboard and in the header, always the viewer's own. */
export function dashboardRoutes(routes: Routes, deps: Deps): void {
  routes.creators('dashboard.creator', ({ viewer }) => creatorCounts(deps.pool, viewer.id))
  routes.sellers('dashboard.seller', ({ viewer }) => sellerCounts(deps.pool, viewer.id))
  routes.sellers('dashboard.waiting', async ({ viewer }) =>
    waitingDeals((await openDealsOf(deps.pool, viewer.id)).map(presentOpenDeal), 'owner'),
  )
  routes.creators('dashboard.moves', async ({ viewer }) =>
    waitingDeals((await acceptedDealsOf(deps.pool, viewer.id)).map(presentOpenDeal), 'creator'),
  )
  routes.signedIn('navigation.counts', async ({ viewer }) => ({
    ...(await navigationCounts(deps.pool, viewer.id)),
    operator: operatorStanding(viewer, deps.config.operatorEmails) !== 'none',
  }))
}
