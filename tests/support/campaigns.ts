import type { Pool } from '#server/db/pool.ts'
import { hire } from '#server/applications/hire.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockProject } from '#server/projects/project-store.ts'
import {
  buildApplication,
  type BuiltApplication,
  type BuiltProject,
  type BuiltUser,
  buildProject,
} from './builders.ts'

/** An active project that wants several creators: three, unless overridden. */
export async function buildListing(
  pool: Pool,
  {
    seats = 3,
    hiringUntil = null,
    budgetTotalCents = null,
    ...project
  }: {
    seller?: BuiltUser
    title?: string
    deadline?: string
    seats?: number
    /** 'YYYY-MM-DD'. */
    hiringUntil?: string | null
    budgetTotalCents?: number | null
  } = {},
): Promise<BuiltProject & { seller: BuiltUser }> {
  const built = await buildProject(pool, project)
  await execute(
    pool,
    sql`update projects set seats = ${seats}, hiring_until = ${hiringUntil}, budget_total = ${budgetTotalCents}
      where id = ${built.id}`,
  )
  return built
}

/** A deal that a listing split off, by the rule itself. */
export async function buildHire(
  pool: Pool,
  {
    listing,
    ...of
  }: {
    listing: BuiltProject
    creator?: BuiltUser
    priceCents?: number
    application?: BuiltApplication
  },
): Promise<{ id: string; application: BuiltApplication }> {
  const application = of.application ?? (await buildApplication(pool, { project: listing, ...of }))
  return inTransaction(pool, async (tx) => {
    const project = await lockProject(tx, listing.id)
    if (project === null) throw new Error('no such listing')
    const { project_id: id } = await hire(tx, {
      applicationId: application.id,
      project,
      actorId: listing.seller_id,
      now: new Date(),
    })
    return { id, application }
  })
}

/** The state of a listing: its status, its deals that were not cancelled, and their cost in cents. */
export const listingNow = (pool: Pool, id: string) =>
  oneRow<{ status: string; hired: number; committed: number; waiting: number }>(
    pool,
    sql`select status, (select count(*) from projects deals where listing_id = projects.id and deals.status <> 'cancelled') as hired,
        (select coalesce(sum(proposed_price), 0)::bigint from applications join projects deals on deals.id = project_id
          where applications.listing_id = projects.id and deals.status <> 'cancelled') as committed,
        (select count(*) from applications where project_id = projects.id and applications.status = 'pending') as waiting
      from projects where id = ${id}`,
  )

/** The deals of a listing, oldest first, each with its application and conversations. */
export const dealsOf = (pool: Pool, id: string) =>
  rows<{ id: string; status: string; accepted: number; talks: number; title: string }>(
    pool,
    sql`select id, status, title,
        (select count(*) from applications where project_id = projects.id and applications.status = 'accepted') as accepted,
        (select count(*) from conversations where conversations.project_id = projects.id) as talks
      from projects where listing_id = ${id} order by created_at, id`,
  )
