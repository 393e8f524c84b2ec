import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { openDashboard, payoutAccount, refreshPayout, startOnboarding } from './payout-service.ts'

/** A creator's own payout account at the provider. */
export function payoutRoutes(routes: Routes, deps: Deps): void {
  routes.creators('payouts.account', ({ viewer }) => payoutAccount(deps, viewer))
  routes.creators('payouts.onboard', ({ viewer, body }) => startOnboarding(deps, viewer, body))
  routes.creators('payouts.dashboard', ({ viewer }) => openDashboard(deps, viewer))
  routes.creators('payouts.refresh', ({ viewer }) => refreshPayout(deps, viewer))
}
