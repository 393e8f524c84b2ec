import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { answerAmendment } from './amendment-answer-service.ts'
import { presentAmendments } from './amendment-presenter.ts'
import { callOff } from './call-off-service.ts'
import { propose, readAmendments } from './amendment-service.ts'

/** Changes to a running deal, between its two sides. */
export function amendmentRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('amendments.list', async ({ viewer, params, now }) =>
    presentAmendments(await readAmendments(deps, viewer, params.id), now),
  )
  routes.signedIn('amendments.propose', async ({ viewer, params, body, now }) =>
    presentAmendments(await propose(deps, viewer, params.id, body, now), now),
  )
  routes.signedIn('amendments.accept', async ({ viewer, params, now }) =>
    presentAmendments(await answerAmendment(deps, viewer, params.id, 'accept', now), now),
  )
  routes.signedIn('amendments.decline', async ({ viewer, params, now }) =>
    presentAmendments(await answerAmendment(deps, viewer, params.id, 'decline', now), now),
  )
  routes.signedIn('amendments.withdraw', async ({ viewer, params, now }) =>
    presentAmendments(await answerAmendment(deps, viewer, params.id, 'withdraw', now), now),
  )
  routes.signedIn('amendments.call_off', async ({ viewer, params, now }) =>
    presentAmendments(await callOff(deps, viewer, params.id, now), now),
  )
}
