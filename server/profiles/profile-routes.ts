import { containsPattern } from '../db/like.ts'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/routes.ts'
import { presentOwnProfile, presentPublicProfile } from './profile-presenter.ts'
import { chooseOwnRole, ownProfile, publicProfile, updateProfile } from './profile-service.ts'
import { cardsWithEmail, searchCreators } from './profile-store.ts'

/** Profiles: one's own, everybody's public one, and the creators a seller searches. */
export function profileRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('profiles.me', async ({ viewer }) =>
    presentOwnProfile(await ownProfile(deps, viewer)),
  )

  routes.signedIn('profiles.update', async ({ viewer, body }) =>
    presentOwnProfile(await updateProfile(deps, viewer, body)),
  )

  routes.signedIn('profiles.choose_role', async ({ viewer, body }) =>
    presentOwnProfile(await chooseOwnRole(deps, viewer, body.role)),
  )

  routes.signedIn('profiles.list', ({ viewer, query }) =>
    cardsWithEmail(deps.pool, viewer.id, query.ids),
  )

  routes.anyone('profiles.get', async ({ params, now }) =>
    presentPublicProfile(await publicProfile(deps, params.id, now)),
  )

  routes.sellers('creators.search', async ({ query, now }) => {
    const found = await searchCreators(deps.pool, {
      contains: containsPattern(query.q),
      niche: query.niche ?? null,
      platform: query.platform ?? null,
      now,
    })
    return found.map(presentPublicProfile)
  })
}
