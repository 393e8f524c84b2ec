import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { answerOffer } from './offer-answer-service.ts'
import { presentNegotiation, presentWaiting } from './offer-presenter.ts'
import { readOffers } from './negotiation-service.ts'
import { makeNewOffer } from './offer-service.ts'
import { waitingOffers } from './waiting-offers.ts'

/** Offers about a pending application, between its creator and the project's owner. */
export function offerRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('offers.list', async ({ viewer, params, now }) =>
    presentNegotiation(await readOffers(deps, viewer, params.id), now),
  )
  routes.signedIn('offers.make', async ({ viewer, params, body, now }) =>
    presentNegotiation(await makeNewOffer(deps, viewer, params.id, body, now), now),
  )
  routes.signedIn('offers.accept', async ({ viewer, params, now }) =>
    presentNegotiation(await answerOffer(deps, viewer, params.id, 'accept', now), now),
  )
  routes.signedIn('offers.decline', async ({ viewer, params, now }) =>
    presentNegotiation(await answerOffer(deps, viewer, params.id, 'decline', now), now),
  )
  routes.signedIn('offers.withdraw', async ({ viewer, params, now }) =>
    presentNegotiation(await answerOffer(deps, viewer, params.id, 'withdraw', now), now),
  )
  routes.signedIn('offers.waiting', async ({ viewer, now }) =>
    (await waitingOffers(deps.pool, viewer, now)).map(presentWaiting),
  )
}
