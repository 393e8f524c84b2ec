import type { ProfileChanges } from '#contract/profile-schemas.ts'
import { profileMessages, type Role } from '#contract/profiles.ts'
import type { Deps } from '#server/deps/deps.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { assertOwnPictures } from '#server/uploads/own-pictures.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { newUploads, portfolioOf } from './portfolio.ts'
import { assertNotRemoved } from './not-removed.ts'
import { fieldsNotForRole } from './profile-policy.ts'
import {
  chooseRole,
  type ProfileRow,
  profileById,
  saveProfile,
  shownProfileById,
  type ShownProfileRow,
} from './profile-store.ts'

/** Returns the viewer's own profile. */
export async function ownProfile(deps: Deps, viewer: Viewer): Promise<ProfileRow> {
  return foundOr404(await profileById(deps.pool, viewer.id))
}

/**
 * Returns anyone's public profile. Throws profile.not_found, also for suspended and deleted people, and for people from
 * whom the reader is apart.
 */
export async function publicProfile(
  deps: Deps,
  id: string,
  by: { viewerId: string | null; now: Date },
): Promise<ShownProfileRow> {
  const profile = await shownProfileById(deps.pool, id, by)
  if (profile === null) throw new AppError('profile.not_found')
  return profile
}

/**
 * Changes the viewer's own profile; absent fields stay unchanged, null clears a field. Throws request.invalid for a
 * creator's company fields and for more captions than pieces, upload.not_yours for someone else's picture or piece.
 */
export async function updateProfile(
  deps: Deps,
  viewer: Viewer,
  changes: ProfileChanges,
): Promise<ProfileRow> {
  const foreign = fieldsNotForRole(viewer.role, changes)
  if (foreign.length > 0) {
    const fields = Object.fromEntries(
      foreign.map((field) => [field, 'Only brands have this field.']),
    )
    throw new AppError('request.invalid', { fields })
  }
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    const before = foundOr404(await profileById(tx, viewer.id))
    const picture = changes.avatar_url
    if (picture !== undefined && picture !== null && picture !== before.avatar_url) {
      await assertOwnPictures(tx, {
        ownerId: viewer.id,
        bucket: 'avatars',
        urls: [picture],
        field: 'avatar_url',
      })
      await assertNotRemoved(tx, { ownerId: viewer.id, urls: [picture], field: 'avatar_url' })
    }
    const portfolio = portfolioOf(before, changes)
    if (portfolio === null) {
      const fields = { portfolio_captions: profileMessages.captionsWithoutPieces }
      throw new AppError('request.invalid', { fields })
    }
    await assertOwnPictures(tx, {
      ownerId: viewer.id,
      bucket: null,
      urls: newUploads(before, portfolio, deps.config.publicUrl),
      field: 'portfolio_urls',
    })
    const known = new Set(before.portfolio_urls)
    await assertNotRemoved(tx, {
      ownerId: viewer.id,
      urls: portfolio.portfolio_urls.filter((url) => !known.has(url)),
      field: 'portfolio_urls',
    })
    // A creator who has just completed their profile may match saved searches.
    if (before.role === 'creator')
      await enqueue(tx, 'searches.match', { about: 'creators', id: viewer.id })
    return saveProfile(tx, { ...before, ...changes, ...portfolio })
  })
}

/**
 * Sets the role once after sign-up with Google (decision P19). Choosing the current role again is a no-op; anything
 * else throws profile.role_chosen.
 */
export function chooseOwnRole(deps: Deps, viewer: Viewer, role: Role): Promise<ProfileRow> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    const before = foundOr404(await profileById(tx, viewer.id))
    if (before.role_chosen && before.role === role) return before
    const chosen = await chooseRole(tx, viewer.id, role)
    if (chosen === null) throw new AppError('profile.role_chosen')
    return chosen
  })
}
