import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import type { HiredRow } from '#contract/seat-schemas.ts'
import { hiringTransitions } from '#contract/seats.ts'
import { acceptApplication } from '#server/applications/application-answer-service.ts'
import { fillApplications } from '#server/applications/application-moves.ts'
import { presentListedDeal } from '#server/dashboard/listed-deal-presenter.ts'
import { dealsById } from '#server/dashboard/listed-deal-store.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { moveProject, refreshProject, settleListing } from '#server/projects/project-moves.ts'
import { lockOwnProject } from '#server/projects/project-service.ts'
import { lockProject, type ProjectRow } from '#server/projects/project-store.ts'
import { takenSeats } from '#server/projects/listing-store.ts'
import { forEachApplication } from './each-application.ts'

/** Returns a page of the deals that the viewer's own project split off, newest first; throws 404 for anyone else. */
export async function hiresOf(
  deps: Deps,
  viewer: Viewer,
  id: string,
  after: string | undefined,
): Promise<ListedDeal[]> {
  const { time, id: last } = listPlace('newest', after)
  const found = await rows<{ id: string | null }>(
    deps.pool,
    sql`select deals.id from projects listing left join lateral (select id, created_at from projects
        where listing_id = listing.id and (created_at, id) < (${time}::timestamptz, ${last}::uuid)
        order by created_at desc, id desc limit ${listPage}) deals on true
      where listing.id = ${id} and listing.seller_id = ${viewer.id}
      order by deals.created_at desc, deals.id desc`,
  )
  // The viewer's own project gives at least one row, without a deal.
  if (found.length === 0) throw new AppError('request.not_found')
  const ids = found.flatMap((one) => one.id ?? [])
  const deals = await dealsById(deps.pool, ids)
  return ids.flatMap((one) => {
    const deal = deals.get(one)
    return deal === undefined ? [] : [presentListedDeal(deal, 'owner')]
  })
}

/**
 * Accepts several applications to one project, one after the other and each in its own transaction: a refused one does
 * not affect the rest. A repeated request hires no one twice. Throws as forEachApplication.
 */
export async function hireSeveral(
  deps: Deps,
  viewer: Viewer,
  id: string,
  applicationIds: readonly string[],
): Promise<HiredRow[]> {
  const rows = await forEachApplication(
    deps,
    viewer,
    { listingId: id, ids: applicationIds },
    (applicationId) => acceptApplication(deps, viewer, applicationId),
  )
  return rows.map(({ application_id, done, error }) => ({
    application_id,
    outcome: done === null ? 'refused' : 'hired',
    project_id: done?.project_id ?? null,
    error,
  }))
}

/**
 * Ends hiring for the owner: open applications are answered, and the deals go on. Idempotent. Throws 404 for others,
 * project.hires_one, project.no_one_hired, project.closed.
 */
export function closeHiring(deps: Deps, viewer: Viewer, id: string): Promise<ProjectRow> {
  return inTransaction(deps.pool, async (tx) => {
    const project = await lockOwnProject(tx, viewer, id)
    if (project.seats === 1) throw new AppError('project.hires_one')
    if (project.status === hiringTransitions.close.to || project.status === 'completed')
      return project
    if (project.status !== 'active') throw new AppError('project.closed')
    if ((await takenSeats(tx, id)).hired === 0) throw new AppError('project.no_one_hired')
    return end(tx, project, 'close', viewer.id)
  })
}

/** Ends hiring after its last day has passed. A no-op when that day was moved, or hiring ended, meanwhile. */
export function endOverdueHiring(deps: Deps, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const project = await lockProject(tx, id)
    if (project?.status !== 'active' || project.hiring_until === null) return
    if (!isPast(project.hiring_until, now)) return
    const { hired } = await takenSeats(tx, id)
    await end(tx, project, hired > 0 ? 'close' : 'lapse', null)
  })
}

async function end(
  tx: Tx,
  project: ProjectRow,
  move: keyof typeof hiringTransitions,
  actorId: string | null,
): Promise<ProjectRow> {
  const ended = await moveProject(tx, { project, move, actorId })
  if (ended === null) throw new AppError('project.closed')
  await refreshProject(tx, project.id, ['projects', 'applications', 'invitations', 'dashboard'])
  await fillApplications(tx, ended)
  if (move === 'lapse') return ended
  // The last deal may have ended while the project was still hiring.
  await settleListing(tx, project.id)
  return (await lockProject(tx, project.id)) ?? ended
}
