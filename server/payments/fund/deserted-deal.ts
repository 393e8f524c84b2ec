import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { deserted } from '#server/projects/project-detail-store.ts'

/** Deals that nobody will deliver: no money is taken for them (decision 0124). */

interface Deal {
  applicationId: string
  creatorId: string
}

/** `deserted` of one deal. */
export const isDeserted = async (db: Queryable, applicationId: string): Promise<boolean> =>
  (await maybeRow(
    db,
    sql`select from applications accepted where id = ${applicationId} and ${deserted}`,
  )) !== null

/**
 * The same until this transaction ends: the creator's account cannot be deleted meanwhile. Waits for a deletion that is
 * under way.
 */
export async function lockDeserted(tx: Tx, deal: Deal): Promise<boolean> {
  await execute(tx, sql`select from profiles where id = ${deal.creatorId} for key share`)
  return isDeserted(tx, deal.applicationId)
}
