import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { acceptOrder, declineOrder } from './order-answer-service.ts'
import { presentOrder } from './order-presenter.ts'
import { placeOrder, visibleOrder } from './order-service.ts'
import { waitingOrdersOf } from '#server/orders/record/order-store.ts'

/**
 * Orders of packages: a brand places an order, the creator answers it. Cancelling an order means cancelling its
 * project.
 */
export function orderRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('package_orders.place', async ({ viewer, params, body, now }) =>
    presentOrder(await placeOrder(deps, viewer, params.id, body, now)),
  )

  routes.signedIn('package_orders.waiting', async ({ viewer }) =>
    (await waitingOrdersOf(deps.pool, viewer.id)).map(presentOrder),
  )

  routes.signedIn('package_orders.get', async ({ viewer, params }) =>
    presentOrder(await visibleOrder(deps, viewer, params.id)),
  )

  routes.creators('package_orders.accept', async ({ viewer, params, now }) => {
    await acceptOrder(deps, viewer, params.id, now)
    return presentOrder(await visibleOrder(deps, viewer, params.id))
  })

  routes.creators('package_orders.decline', async ({ viewer, params, now }) => {
    await declineOrder(deps, viewer, params.id, now)
    return presentOrder(await visibleOrder(deps, viewer, params.id))
  })
}
