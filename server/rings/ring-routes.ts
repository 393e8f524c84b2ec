import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { overruleRing, reinstateRing, ringsPage } from './ring-service.ts'

/** The console's list of pairs whose deals are left out. No one else learns of it. */
export function ringRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.rings', ({ query }) => ringsPage(deps.pool, query))
  routes.operators('operator.overrule_ring', ({ viewer, params, body }) =>
    overruleRing(deps, { viewer, id: params.id, reason: body.reason }),
  )
  routes.operators('operator.reinstate_ring', ({ viewer, params, body }) =>
    reinstateRing(deps, { viewer, id: params.id, reason: body.reason }),
  )
}
