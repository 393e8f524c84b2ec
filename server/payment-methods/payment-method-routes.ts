import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import {
  ensureCustomer,
  paymentMethods,
  removeMethod,
  setDefaultMethod,
  startCardSetup,
} from './payment-method-service.ts'

/** A seller's saved cards. No call names a customer or a provider id: both belong to the viewer. */
export function paymentMethodRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('payment_methods.create_customer', async ({ viewer, body }) => ({
    customer_id: await ensureCustomer(deps, viewer, body.email),
  }))
  routes.sellers('payment_methods.setup', ({ viewer }) => startCardSetup(deps, viewer))
  routes.sellers('payment_methods.list', ({ viewer }) => paymentMethods(deps, viewer))
  routes.sellers('payment_methods.set_default', ({ viewer, params }) =>
    setDefaultMethod(deps, viewer, params.id),
  )
  routes.sellers('payment_methods.remove', ({ viewer, params }) =>
    removeMethod(deps, viewer, params.id),
  )
}
