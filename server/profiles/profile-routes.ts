import { CREATOR_SORTS } from '#contract/profiles.ts'
import { typedText } from '#server/db/search.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { type CreatorSearch, findCreators } from './creator-search.ts'
import { presentOwnProfile, presentPublicProfile } from './profile-presenter.ts'
import { chooseOwnRole, ownProfile, publicProfile, updateProfile } from './profile-service.ts'
import { cardsWithEmail } from './profile-store.ts'

/** Profiles: one's own, the public ones, and the creator search. */
export function profileRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('profiles.me', async ({ viewer, now }) =>
    presentOwnProfile(await ownProfile(deps, viewer), now),
  )

  routes.signedIn('profiles.update', async ({ viewer, body, now }) =>
    presentOwnProfile(await updateProfile(deps, viewer, body), now),
  )

  routes.signedIn('profiles.choose_role', async ({ viewer, body, now }) =>
    presentOwnProfile(await chooseOwnRole(deps, viewer, body.role), now),
  )

  routes.signedIn('profiles.list', ({ viewer, query }) =>
    cardsWithEmail(deps.pool, viewer.id, query.ids),
  )

  routes.anyone('profiles.get', async ({ params, now }) =>
    presentPublicProfile(await publicProfile(deps, params.id, now)),
  )

  routes.sellers('creators.search', async ({ query, now }) => {
    const search: CreatorSearch = {
      wanted: typedText(query.q),
      niche: query.niche ?? null,
      platform: query.platform ?? null,
      sort: query.sort ?? CREATOR_SORTS[0],
      after: query.after,
      now,
    }
    const { creators, ...found } = await findCreators(deps.pool, search)
    return { creators: creators.map(presentPublicProfile), ...found }
  })
}
