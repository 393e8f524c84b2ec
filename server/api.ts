import type { Deps } from './deps.ts'
import type { Routes } from './http/routes.ts'
import { paymentMethodRoutes } from './payment-methods/payment-method-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'

/** Every domain's calls, one line a domain. */
export function registerApi(routes: Routes, deps: Deps): void {
  paymentRoutes(routes, deps)
  paymentMethodRoutes(routes, deps)
  payoutRoutes(routes, deps)
}
