import type { CreatorList } from '#contract/creator-list-schemas.ts'
import { CREATOR_LIST_LIMITS } from '#contract/creator-lists.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { lockShownCreator } from '#server/profiles/saved-creator-store.ts'
import {
  countLists,
  countOthers,
  insertList,
  insertListed,
  type Keeper,
  lockOwnList,
  renameList,
  updateNote,
} from './creator-list-store.ts'

/** Creates a list. Throws list.too_many, list.name_taken. */
export function createList(deps: Deps, keeper: Keeper, name: string): Promise<CreatorList> {
  return named(deps, async (tx) => {
    // The limit is counted under this lock.
    await lockOwnProfile(tx, keeper.sellerId)
    const { count } = await countLists(tx, keeper.sellerId)
    if (count >= CREATOR_LIST_LIMITS.lists) throw new AppError('list.too_many')
    return insertList(tx, keeper, name)
  })
}

/** Renames one of the brand's own lists. Throws request.not_found, list.name_taken. */
export function nameList(
  deps: Deps,
  keeper: Keeper,
  id: string,
  name: string,
): Promise<CreatorList> {
  return named(deps, async (tx) => foundOr404(await renameList(tx, keeper, id, name)))
}

async function named<Result>(deps: Deps, write: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(deps.pool, write)
  } catch (error) {
    if (violatedConstraint(error) === 'creator_lists_one_of_a_name')
      throw new AppError('list.name_taken', { cause: error })
    throw error
  }
}

/** A creator's place on a list. */
export interface Place {
  listId: string
  creatorId: string
}

/**
 * Adds a creator to one of the brand's own lists. Idempotent. Throws request.not_found for another brand's list and for
 * people who have no creator's page to show, and list.full.
 */
export function addToList(
  deps: Deps,
  { sellerId, now }: Keeper,
  { listId, creatorId }: Place,
  note: string | null,
): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, sellerId)
    foundOr404(await lockOwnList(tx, sellerId, listId))
    foundOr404(await lockShownCreator(tx, creatorId, { viewerId: sellerId, now }))
    const { count } = await countOthers(tx, listId, creatorId)
    if (count >= CREATOR_LIST_LIMITS.people) throw new AppError('list.full')
    await insertListed(tx, { listId, creatorId }, note, now)
  })
}

/** Changes the brand's note. Throws request.not_found for someone who is not on that list of theirs. */
export async function noteOnList(
  deps: Deps,
  keeper: Keeper,
  place: Place,
  note: string | null,
): Promise<{ note: string | null }> {
  return foundOr404(await updateNote(deps.pool, keeper, place, note))
}
