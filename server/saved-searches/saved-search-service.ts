import type { SavedSearch } from '#contract/saved-search-schemas.ts'
import { SAVED_SEARCHES } from '#contract/saved-searches.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { countSearches, insertSearch, type NewSearch, sameSearch } from './saved-search-store.ts'

/** Saves a search; saving the same one again returns it. Throws request.sellers_only, search.too_many. */
export function saveSearch(
  deps: Deps,
  viewer: Viewer,
  search: NewSearch,
  now: Date,
): Promise<SavedSearch> {
  if (search.about === 'creators' && viewer.role !== 'seller')
    throw new AppError('request.sellers_only')
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    const known = await sameSearch(tx, viewer.id, search)
    if (known !== null) return known
    const { count } = await countSearches(tx, viewer.id)
    if (count >= SAVED_SEARCHES) throw new AppError('search.too_many')
    return insertSearch(tx, viewer.id, search, now)
  })
}
