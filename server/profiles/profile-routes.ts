import type { Input } from '#contract/schemas.ts'
import { defaultCreatorSort } from '#contract/profiles.ts'
import { typedText } from '#server/db/search.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { WrittenAnswer } from '#server/http/written-answer.ts'
import { readShared } from '#server/replica/read-shared.ts'
import { creatorFacets } from './creator-facets.ts'
import type { CreatorFilter } from './creator-filters.ts'
import type { CreatorSearch } from './creator-search.ts'
import { presentOwnProfile, presentShownProfile } from './profile-presenter.ts'
import { chooseOwnRole, ownProfile, publicProfile, updateProfile } from './profile-service.ts'
import { cardsWithEmail } from './profile-store.ts'
import { saveCreator } from './saved-creator-service.ts'
import { forgetCreator, savedCreators } from './saved-creator-store.ts'
import { creatorListPage } from './shared-creators.ts'

/** Profiles: the viewer's own, the public ones, and the creator search. */
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

  routes.anyone('profiles.get', async ({ viewer, request, params, now }) =>
    presentShownProfile(
      await readShared(deps, { viewer, request, about: params.id }, (pool) =>
        publicProfile({ ...deps, pool }, params.id, { viewerId: viewer?.id ?? null, now }),
      ),
    ),
  )

  routes.sellers('creators.search', async ({ viewer, request, query, now }) => {
    const filter = filterOf(query, viewer.id, now)
    const search: CreatorSearch = {
      ...filter,
      sort: query.sort ?? defaultCreatorSort(filter.wanted !== null),
      after: query.after,
    }
    return new WrittenAnswer(await creatorListPage(deps, { viewer, request }, search))
  })

  routes.sellers('creators.facets', ({ viewer, request, query, now }) =>
    readShared(deps, { viewer, request }, (db) =>
      creatorFacets(db, filterOf(query, viewer.id, now)),
    ),
  )

  routes.sellers('creators.saved', ({ viewer }) => savedCreators(deps.pool, viewer.id))

  routes.sellers('creators.save', async ({ viewer, params, now }) => {
    await saveCreator(deps, viewer, params.id, now)
    return { saved: true as const }
  })

  routes.sellers('creators.unsave', async ({ viewer, params }) => {
    await forgetCreator(deps.pool, viewer.id, params.id)
    return { saved: false as const }
  })
}

const filterOf = (
  query: NonNullable<Input<'creators.facets'>['query']>,
  viewerId: string,
  now: Date,
): CreatorFilter => ({
  wanted: typedText(query.q),
  niche: query.niche ?? null,
  platform: query.platform ?? null,
  price: query.price ?? null,
  days: query.days ?? null,
  badge: query.badge ?? null,
  savedBy: query.saved === '1' ? viewerId : null,
  paidBy: query.worked === '1' ? viewerId : null,
  againBy: query.again === '1' ? viewerId : null,
  viewerId,
  now,
})
