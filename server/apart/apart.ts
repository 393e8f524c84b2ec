import type { Queryable } from '#server/db/pool.ts'
import { type Fragment, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'

/**
 * Two people are apart while one has blocked the other: they see each other nowhere except in deals they have with each
 * other (decision 0078). Every list that shows people uses one of these conditions.
 */

/**
 * The ids of everyone who is apart from a person, read once per statement. An array, because PostgreSQL estimates that
 * `not in` a list matches half of all rows, and then chooses other indexes.
 */
const apartFrom = (viewerId: string): Statement =>
  sql`array(select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId})`

/** The condition that a row's person is not apart from the viewer; for lists of one reader. */
export const notApartFrom = (person: Fragment, viewerId: string): Statement =>
  sql`${person} <> all(${apartFrom(viewerId)})`

/** The condition that a row's person is apart from the viewer. */
export const isApartFrom = (person: Fragment, viewerId: string): Statement =>
  sql`${person} = any(${apartFrom(viewerId)})`

/**
 * Whether the viewer has any block in either direction: a cheap test before queries that only matter when there are
 * blocks.
 */
export const someoneIsApartFrom = (viewerId: string): Statement =>
  sql`cardinality(${apartFrom(viewerId)}) > 0`

/** The condition of `notApartFrom` for pages that anyone may read: an anonymous reader is apart from no one. */
export const notApartFromReader = (person: Fragment, viewerId: string | null): Statement =>
  viewerId === null ? sql`true` : notApartFrom(person, viewerId)

/** The condition that two people of a row are not apart from each other. */
export const notApart = (one: Fragment, other: Fragment): Fragment =>
  raw(`(not exists (select from blocks where blocker_id = ${one.text} and blocked_id = ${other.text})
    and not exists (select from blocks where blocker_id = ${other.text} and blocked_id = ${one.text}))`)

/**
 * The condition that a creator was accepted for a project: what the two agreed on stays visible to them, running or
 * finished. A value rather than `exists`, because PostgreSQL may evaluate an `exists` behind an "or" by reading every
 * deal.
 */
export const haveDeal = (project: Fragment, creator: Fragment): Fragment =>
  raw(`coalesce((select true from applications agreed where agreed.project_id = ${project.text}
    and agreed.creator_id = ${creator.text} and agreed.status = 'accepted' limit 1), false)`)

/**
 * The same when the project may be one that hires several: what was said at the start of a deal concerns the project
 * that it was split off from, and belongs to it. Anything that concerns the creator's neighbours is about them, and
 * involves other people.
 */
export const haveDealFrom = (project: Fragment, creator: Fragment): Fragment =>
  raw(`coalesce((select true from applications agreed where coalesce(agreed.listing_id, agreed.project_id) = ${project.text}
    and agreed.creator_id = ${creator.text} and agreed.status = 'accepted' limit 1), ${haveDeal(project, creator).text})`)

/** The condition that this deal is still running: work is due, or money is held, moving or disputed. */
export const dealRuns = (project: Fragment, creator: Fragment): Fragment =>
  raw(`coalesce((select true from applications agreed join projects running on running.id = agreed.project_id
    where agreed.project_id = ${project.text} and agreed.creator_id = ${creator.text} and agreed.status = 'accepted'
      and (running.status = 'in_progress' or exists (select from payments
        where payments.project_id = agreed.project_id and payments.creator_id = agreed.creator_id
          and (payments.status = 'held_in_escrow' or payments.moving is not null
            or payments.deal_dispute_id is not null or payments.dispute_outcome = 'open'))) limit 1), false)`)

/**
 * The condition that the two people of a conversation may write in it, and hear of it: no block is between them, or their
 * deal runs. Reads conversations.
 */
export const mayWrite =
  raw(`(${notApart(raw('conversations.seller_id'), raw('conversations.creator_id')).text}
    or ${dealRuns(raw('conversations.project_id'), raw('conversations.creator_id')).text})`)

/** Returns whether two people are apart. */
export async function areApart(db: Queryable, one: string, other: string): Promise<boolean> {
  const { apart } = await oneRow<{ apart: boolean }>(
    db,
    sql`select exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
      or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one}) as apart`,
  )
  return apart
}

/** The maximum number of ids that `apartFromAny` returns. */
const MOST_APART = 10_000

/** Returns the ids of everyone who is apart from one of these people, or null when there are more than ten thousand. */
export async function apartFromAny(
  db: Queryable,
  people: readonly string[],
): Promise<Set<string> | null> {
  const found = await rows<{ id: string }>(
    db,
    sql`(select blocked_id as id from blocks where blocker_id = any(${people}) limit ${MOST_APART + 1})
      union all (select blocker_id from blocks where blocked_id = any(${people}) limit ${MOST_APART + 1})`,
  )
  return found.length > MOST_APART ? null : new Set(found.map(({ id }) => id))
}
