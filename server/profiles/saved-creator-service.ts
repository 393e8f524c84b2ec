import { SAVED_CREATORS } from '#contract/profiles.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { countOtherSaved, insertSavedCreator, lockShownCreator } from './saved-creator-store.ts'

/**
 * Saves a creator for a brand. Idempotent. Throws request.not_found for people who have no creator page to show, and
 * creator.too_many_saved.
 */
export function saveCreator(
  deps: Deps,
  viewer: Viewer,
  creatorId: string,
  now: Date,
): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    foundOr404(await lockShownCreator(tx, creatorId, { viewerId: viewer.id, now }))
    const { count } = await countOtherSaved(tx, viewer.id, creatorId)
    if (count >= SAVED_CREATORS) throw new AppError('creator.too_many_saved')
    await insertSavedCreator(tx, viewer.id, creatorId, now)
  })
}
