import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { answerCheck, checksBefore, deliveryChecks } from './check-service.ts'

/** The agreed brief's checks: the creator submits them with a delivery, both sides read them, the brand answers. */
export function checkRoutes(routes: Routes, deps: Deps): void {
  routes.creators('checks.before', ({ viewer, params, query }) =>
    checksBefore(deps, viewer, params.id, query),
  )
  routes.signedIn('checks.of_delivery', ({ viewer, params }) =>
    deliveryChecks(deps.pool, viewer, params.id),
  )
  routes.sellers('checks.answer', ({ viewer, params, body, now }) =>
    answerCheck(deps, viewer, params.id, body, now),
  )
}
