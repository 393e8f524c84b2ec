import { sideOfDelivery } from '#server/deliverables/deliverable-presenter.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { decideDispute } from './dispute-decision.ts'
import { disputeOnDesk, disputesPage } from './dispute-desk.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import { disputeEvidence } from './dispute-evidence.ts'
import { presentDispute } from './dispute-presenter.ts'
import {
  disputeFor,
  disputesOfProject,
  openDispute,
  stateSide,
  withdrawDispute,
} from './dispute-service.ts'
import { type DealDisputeRow, disputeById, statementsOf } from './dispute-store.ts'

/**
 * Disputes between the two sides of a deal: either side may open one, the other answers, and the side that opened it
 * may withdraw it.
 */
export function disputeRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('disputes.for_project', async ({ viewer, params, now }) =>
    (await disputesOfProject(deps, viewer, params.id)).map((row) =>
      presentDispute(deps.config, row, now),
    ),
  )
  routes.signedIn('disputes.open', async ({ viewer, params, body, now }) =>
    changed(deps, await openDispute(deps, viewer, params.id, body, now), now),
  )
  routes.signedIn('disputes.state', async ({ viewer, params, body, now }) =>
    changed(deps, await stateSide(deps, viewer, params.id, body, now), now),
  )
  routes.signedIn('disputes.withdraw', async ({ viewer, params, now }) =>
    changed(deps, await withdrawDispute(deps, viewer, params.id, now), now),
  )
  consoleRoutes(routes, deps)
  routes.signedIn('disputes.evidence', async ({ viewer, params, query, now }) => {
    const dispute = await disputeFor(deps, viewer, params.id)
    const reader = sideOfDelivery(viewer, dispute)
    return disputeEvidence(deps, reader, dispute, query.before, now)
  })
}

/** The dispute after a call. */
const changed = async (deps: Deps, dispute: DealDisputeRow, now: Date) => {
  const statements = await statementsOf(deps.pool, dispute.id)
  return presentDispute(deps.config, { ...dispute, statements }, now)
}

/** The operators' calls; `routes.operators` refuses everyone else. */
function consoleRoutes(routes: Routes, deps: Deps): void {
  routes.operators('operator.disputes', ({ query }) => disputesPage(deps, query))
  routes.operators('operator.dispute', ({ viewer, params, now }) =>
    disputeOnDesk(deps, viewer, params.id, now),
  )
  routes.operators('operator.dispute_evidence', async ({ viewer, params, query, now }) => {
    const dispute = foundOr404(await disputeById(deps.pool, params.id))
    const reader = { id: viewer.id, as: 'arbiter' } as const
    return disputeEvidence(deps, reader, dispute, query.before, now)
  })
  routes.operators('operator.decide_dispute', async ({ viewer, params, body, now }) => {
    await decideDispute(deps, viewer, params.id, body, now)
    return disputeOnDesk(deps, viewer, params.id, now)
  })
}
