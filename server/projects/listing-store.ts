import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { ProjectRow } from './project-store.ts'

/** The deals that a project which hires several creators splits off (decision 0077). */

/** The total cost in cents of the deals a project split off, without cancelled ones. */
export const committedTo = (listing: unknown): Statement =>
  sql`(select coalesce(sum(applications.proposed_price), 0)::bigint from applications
    join projects deals on deals.id = applications.project_id and deals.status <> 'cancelled'
    where applications.listing_id = ${listing})`

/**
 * The number of seats a project has filled, and their cost in cents. Read it after locking the project: see `hired`.
 */
export const takenSeats = (tx: Queryable, listingId: string) =>
  oneRow<{ hired: number; committed: number }>(
    tx,
    sql`select count(*)::integer as hired, ${committedTo(listingId)} as committed
      from projects where listing_id = ${listingId} and status <> 'cancelled'`,
  )

/**
 * The number of a project's deals that are not over yet, and whether any was completed. Read it after locking the
 * project.
 */
export const dealsLeft = (tx: Tx, listingId: string) =>
  oneRow<{ open: number; completed: boolean }>(
    tx,
    sql`select count(*) filter (where status not in ('completed', 'cancelled'))::integer as open,
        coalesce(bool_or(status = 'completed'), false) as completed
      from projects where listing_id = ${listingId}`,
  )

/**
 * Moves an application that is being accepted, and the messages about it, to the deal's own project: everything from
 * here on is between these two. The brief on which it is accepted follows with the acceptance.
 */
export async function moveToDeal(
  tx: Tx,
  { id, applicationId, listing }: { id: string; applicationId: string; listing: ProjectRow },
): Promise<void> {
  const moved = await maybeRow<{ creator_id: string }>(
    tx,
    sql`update applications set project_id = ${id}, listing_id = ${listing.id}
      where id = ${applicationId} and project_id = ${listing.id} returning creator_id`,
  )
  await execute(
    tx,
    sql`update conversations set project_id = ${id} where project_id = ${listing.id}
      and seller_id = ${listing.seller_id} and creator_id = ${moved?.creator_id ?? null}`,
  )
}
