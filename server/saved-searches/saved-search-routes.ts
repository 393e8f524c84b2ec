import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { saveSearch } from './saved-search-service.ts'
import { deleteSearch, searchesOf } from './saved-search-store.ts'

/** Saved searches, whose owners are mailed new matches. */
export function savedSearchRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('searches.list', ({ viewer }) => searchesOf(deps.pool, viewer.id))

  routes.signedIn('searches.save', ({ viewer, body, now }) => {
    const { about, q, category = null, niche = null, platform = null } = body
    // A filter of the other subject would never match.
    const filters =
      about === 'projects'
        ? { category, niche: null, platform: null }
        : { category: null, niche, platform }
    return saveSearch(deps, viewer, { about, q, ...filters }, now)
  })

  routes.signedIn('searches.remove', async ({ viewer, params }) => {
    await deleteSearch(deps.pool, viewer.id, params.id)
    return { removed: true as const }
  })
}
