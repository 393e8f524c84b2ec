import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Deals that nobody will deliver: no money is taken for them (decision 0124). */

interface Deal {
  applicationId: string
  creatorId: string
}

/**
 * Returns whether the creator of a deal has deleted their account without having delivered anything. Not for a banned
 * one: a ban changes nothing that was agreed (decision 0015), and it can end.
 */
export const isDeserted = async (db: Queryable, { applicationId, creatorId }: Deal) =>
  (await maybeRow(
    db,
    sql`select 1 from auth.users where id = ${creatorId} and deleted_at is not null
      and not exists (select from deliverables where application_id = ${applicationId})`,
  )) !== null

/**
 * The same until this transaction ends: the creator's account cannot be deleted meanwhile. Waits for a deletion that is
 * under way.
 */
export async function lockDeserted(tx: Tx, deal: Deal): Promise<boolean> {
  await execute(tx, sql`select from profiles where id = ${deal.creatorId} for key share`)
  return isDeserted(tx, deal)
}
