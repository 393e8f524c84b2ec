import type { ListedCreator } from '#contract/creator-list-schemas.ts'
import { LISTED_FROM } from '#contract/creator-lists.ts'
import { rows } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentFoundCreator } from '#server/profiles/profile-presenter.ts'
import { addToList, createList, nameList, noteOnList } from './creator-list-service.ts'
import {
  brandsListing,
  deleteList,
  deleteListed,
  lastDealsWith,
  type ListedRow,
  listsOf,
  ownList,
  peopleStatement,
  placesOf,
} from './creator-list-store.ts'

/** A brand's lists of creators, which no one else reads, and the total that a creator reads about them. */
export function creatorListRoutes(routes: Routes, deps: Deps): void {
  routes.sellers('lists.all', ({ viewer, now }) => listsOf(deps.pool, { sellerId: viewer.id, now }))

  routes.sellers('lists.create', ({ viewer, body, now }) =>
    createList(deps, { sellerId: viewer.id, now }, body.name),
  )

  routes.sellers('lists.rename', ({ viewer, params, body, now }) =>
    nameList(deps, { sellerId: viewer.id, now }, params.id, body.name),
  )

  routes.sellers('lists.remove', async ({ viewer, params }) => {
    await deleteList(deps.pool, viewer.id, params.id)
    return { removed: true as const }
  })

  routes.sellers('lists.people', async ({ viewer, params, query, now }) => {
    const keeper = { sellerId: viewer.id, now }
    foundOr404(await ownList(deps.pool, keeper, params.id))
    const found = await rows<ListedRow>(deps.pool, peopleStatement(keeper, params.id, query.after))
    return found.map(presentListed)
  })

  routes.sellers('lists.add', async ({ viewer, params, body, now }) => {
    const place = { listId: params.id, creatorId: params.creator_id }
    await addToList(deps, { sellerId: viewer.id, now }, place, body.note)
    return { added: true as const }
  })

  routes.sellers('lists.note', ({ viewer, params, body, now }) => {
    const place = { listId: params.id, creatorId: params.creator_id }
    return noteOnList(deps, { sellerId: viewer.id, now }, place, body.note)
  })

  routes.sellers('lists.drop', async ({ viewer, params }) => {
    const place = { listId: params.id, creatorId: params.creator_id }
    await deleteListed(deps.pool, viewer.id, place)
    return { removed: true as const }
  })

  routes.sellers('lists.of_creator', ({ viewer, params, now }) =>
    placesOf(deps.pool, { sellerId: viewer.id, now }, params.id),
  )

  routes.sellers('lists.last_deals', ({ viewer, query, now }) =>
    lastDealsWith(deps.pool, { sellerId: viewer.id, now }, query.ids),
  )

  routes.creators('lists.mine', async ({ viewer }) => {
    const { brands } = await brandsListing(deps.pool, viewer.id)
    return { brands: brands < LISTED_FROM ? null : brands }
  })
}

const presentListed = (row: ListedRow): ListedCreator => ({
  id: row.id,
  created_at: row.added_at,
  note: row.note,
  creator: presentFoundCreator(row),
})
