import type { CreatorList, LastDeal } from '#contract/creator-list-schemas.ts'
import { CREATOR_LIST_LIMITS } from '#contract/creator-lists.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type FoundCreatorRow, profileColumns, shownAt } from '#server/profiles/profile-store.ts'
import { recordOf, withRecord } from '#server/track-records/track-record-presenter.ts'

/** The brand that reads its lists, and the time: people hidden from the brand at this time are on none. */
export interface Keeper {
  sellerId: string
  now: Date
}

/** The condition that the brand can see a listed creator: shown, and not apart from the brand. Reads profiles. */
const isMet = ({ sellerId, now }: Keeper): Statement =>
  sql`${shownAt} ${now} and ${notApartFrom(raw('profiles.id'), sellerId)}`

const columns = (keeper: Keeper): Statement =>
  sql`creator_lists.id, creator_lists.name, creator_lists.created_at,
    (select count(*) from listed_creators join profiles on profiles.id = creator_id
      where list_id = creator_lists.id and ${isMet(keeper)}) as people`

/** Returns a brand's lists, by name. */
export const listsOf = (db: Queryable, keeper: Keeper) =>
  rows<CreatorList>(
    db,
    sql`select ${columns(keeper)} from creator_lists where seller_id = ${keeper.sellerId}
      order by lower(name) limit ${raw(String(CREATOR_LIST_LIMITS.lists))}`,
  )

/** Returns one of a brand's own lists, or null. */
export const ownList = (db: Queryable, keeper: Keeper, id: string) =>
  maybeRow<CreatorList>(
    db,
    sql`select ${columns(keeper)} from creator_lists where id = ${id} and seller_id = ${keeper.sellerId}`,
  )

/** The same, locked against removal. */
export const lockOwnList = (tx: Tx, sellerId: string, id: string) =>
  maybeRow<{ id: string }>(
    tx,
    sql`select id from creator_lists where id = ${id} and seller_id = ${sellerId} for key share`,
  )

export const countLists = (tx: Tx, sellerId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from creator_lists where seller_id = ${sellerId}`,
  )

/** Creates an empty list. Violates creator_lists_one_of_a_name for a name that already exists, whatever its case. */
export const insertList = (tx: Tx, { sellerId, now }: Keeper, name: string) =>
  oneRow<CreatorList>(
    tx,
    sql`insert into creator_lists (seller_id, name, created_at) values (${sellerId}, ${name}, ${now})
      returning id, name, created_at, 0 as people`,
  )

/** Renames one of a brand's own lists; returns null for another brand's. Violates the same constraint. */
export const renameList = (tx: Tx, keeper: Keeper, id: string, name: string) =>
  maybeRow<CreatorList>(
    tx,
    sql`update creator_lists set name = ${name} where id = ${id} and seller_id = ${keeper.sellerId}
      returning ${columns(keeper)}`,
  )

/** Removes one of a brand's own lists, with all its entries. */
export const deleteList = (db: Queryable, sellerId: string, id: string) =>
  execute(db, sql`delete from creator_lists where id = ${id} and seller_id = ${sellerId}`)

/** A creator as search returns them, with the time they were added and the brand's note. */
export type ListedRow = FoundCreatorRow & { added_at: string; note: string | null }

/** The statement for a page of a list, newest first. */
export function peopleStatement(keeper: Keeper, listId: string, after: string | undefined) {
  const { time, id } = listPlace('newest', after)
  return sql`select ${profileColumns}, ${recordOf}, listed_creators.added_at, listed_creators.note
    from creator_lists join listed_creators on list_id = creator_lists.id
    join profiles on profiles.id = creator_id ${withRecord}
    where creator_lists.id = ${listId} and creator_lists.seller_id = ${keeper.sellerId} and ${isMet(keeper)}
      and (added_at, creator_id) < (${time}::timestamptz, ${id}::uuid)
    order by added_at desc, creator_id desc limit ${listPage}`
}

/** The number of creators on a list besides this one, including those the brand cannot see at present. */
export const countOthers = (tx: Tx, listId: string, creatorId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from listed_creators where list_id = ${listId} and creator_id <> ${creatorId}`,
  )

/** Adds a creator; an existing entry stays as it is. */
export const insertListed = (
  tx: Tx,
  place: { listId: string; creatorId: string },
  note: string | null,
  now: Date,
) =>
  execute(
    tx,
    sql`insert into listed_creators (list_id, creator_id, note, added_at)
      values (${place.listId}, ${place.creatorId}, ${note}, ${now}) on conflict do nothing`,
  )

/** Changes the note of a creator on a brand's own list; returns null if the creator is not on it. */
export const updateNote = (
  db: Queryable,
  keeper: Keeper,
  place: { listId: string; creatorId: string },
  note: string | null,
) =>
  maybeRow<{ note: string | null }>(
    db,
    sql`update listed_creators set note = ${note} from creator_lists, profiles
      where creator_lists.id = list_id and creator_lists.seller_id = ${keeper.sellerId}
        and list_id = ${place.listId} and creator_id = ${place.creatorId}
        and profiles.id = creator_id and ${isMet(keeper)}
      returning listed_creators.note`,
  )

/** Removes a creator from a brand's own list, if they are on it. */
export const deleteListed = (
  db: Queryable,
  sellerId: string,
  place: { listId: string; creatorId: string },
) =>
  execute(
    db,
    sql`delete from listed_creators using creator_lists
      where creator_lists.id = list_id and creator_lists.seller_id = ${sellerId}
        and list_id = ${place.listId} and creator_id = ${place.creatorId}`,
  )

/** Returns which of a brand's own lists a creator is on, if the brand can see that creator. */
export const placesOf = (db: Queryable, keeper: Keeper, creatorId: string) =>
  rows<{ list_id: string; note: string | null }>(
    db,
    sql`select list_id, note from listed_creators join creator_lists on creator_lists.id = list_id
      join profiles on profiles.id = creator_id
      where creator_id = ${creatorId} and creator_lists.seller_id = ${keeper.sellerId} and ${isMet(keeper)}
      order by list_id`,
  )

/**
 * Returns the number of brands that have a creator on a list. Includes those apart from the creator: a total that
 * changes with a block would reveal the block.
 */
export const brandsListing = (db: Queryable, creatorId: string) =>
  oneRow<{ brands: number }>(
    db,
    sql`select count(distinct seller_id) as brands from listed_creators
      join creator_lists on creator_lists.id = list_id where creator_id = ${creatorId}`,
  )

/**
 * Returns the newest paid deal of a brand with each of these creators, with the package it was ordered as while that is
 * listed.
 */
export const lastDealsWith = (db: Queryable, { sellerId }: Keeper, ids: readonly string[]) =>
  rows<LastDeal>(
    db,
    sql`select asked.id as creator_id, deal.project_id, deal.title,
        (select json_build_object('id', packages.id, 'title', packages.title) from package_orders
          join packages on packages.id = package_orders.package_id and packages.status = 'listed'
          where package_orders.project_id = deal.project_id) as package
      from unnest(${ids}::uuid[]) asked (id)
      cross join lateral (select payments.project_id, projects.title from payments
        join projects on projects.id = payments.project_id
        where payments.seller_id = ${sellerId} and payments.creator_id = asked.id and payments.status = 'released'
        order by payments.created_at desc, payments.id desc limit 1) deal
      where ${notApartFrom(raw('asked.id'), sellerId)}`,
  )
