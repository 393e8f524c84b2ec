import type { Deps } from '#server/deps/deps.ts'
import { assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isPartyOf } from '#server/projects/project-policy.ts'
import { projectWithStanding } from '#server/projects/project-store.ts'
import { hideReview, reviewsPage } from './deal-review-desk.ts'
import { presentPair } from './deal-review-presenter.ts'
import { answerReview, askForReview, writeReview } from './deal-review-service.ts'
import { reviewsOfDeal } from './deal-review-store.ts'
import { profileReviews } from './profile-reviews.ts'

/** Reviews after a deal: its two people write them, a profile shows them, an operator may remove one. */
export function reputationRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('reputation.of_deal', async ({ viewer, params, now }) => {
    assertMay(
      isPartyOf(
        viewer,
        foundOr404(await projectWithStanding(deps.pool, params.id, viewer.id, now)),
      ),
    )
    return pair(deps, viewer, params.id, now)
  })
  routes.signedIn('reputation.write', async ({ viewer, params, body, now }) =>
    pair(deps, viewer, await writeReview(deps, viewer, params.id, body, now), now),
  )
  routes.signedIn('reputation.ask', async ({ viewer, params, now }) =>
    pair(deps, viewer, await askForReview(deps, viewer, params.id, now), now),
  )
  routes.signedIn('reputation.answer', async ({ viewer, params, body, now }) =>
    pair(deps, viewer, await answerReview(deps, viewer, params.id, body.body, now), now),
  )
  routes.anyone('reputation.of_profile', ({ viewer, params, query, now }) =>
    profileReviews(deps, {
      subjectId: params.id,
      viewerId: viewer?.id ?? null,
      after: query.after,
      now,
    }),
  )
  routes.operators('operator.deal_reviews', ({ query }) => reviewsPage(deps, query))
  routes.operators('operator.hide_deal_review', ({ viewer, params, body, now }) =>
    hideReview(deps, viewer, params.id, body.reason, now),
  )
}

const pair = async (deps: Deps, viewer: Viewer, projectId: string, now: Date) => ({
  reviews: presentPair(await reviewsOfDeal(deps.pool, projectId, viewer.id), viewer.id, now),
})
