import { applicationTransitions } from '#contract/applications.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { freezeTerms } from '#server/licences/terms/terms-store.ts'
import { closeOffersOf } from '#server/offers/record/offer-moves.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import { applicationColumns, type ApplicationRow } from './application-store.ts'

/**
 * Accepts a pending application on the version of the brief and under the licence that its project has now, and ends
 * open offers about it.
 * The write is the guard: null when it is no longer pending, or already rejected.
 */
export async function acceptPending(
  tx: Tx,
  id: string,
  actorId: string,
): Promise<ApplicationRow | null> {
  const { from, to } = applicationTransitions.accept
  const moved = await maybeRow<ApplicationRow>(
    tx,
    sql`update applications set status = ${to},
        brief_version = (select brief_version from projects where projects.id = applications.project_id)
      where id = ${id} and status = any(${from}) and reject_at is null
      returning ${applicationColumns}`,
  )
  if (moved === null) return null
  await freezeTerms(tx, id)
  await answered(tx, [moved], 'accept', actorId)
  return moved
}

/**
 * Makes the price of an accepted offer what the application asks for from now on. Null when it is no longer pending.
 */
export const agreePrice = (tx: Tx, id: string, price: number) =>
  maybeRow<ApplicationRow>(
    tx,
    sql`update applications set proposed_price = ${price}
      where id = ${id} and status = any(${applicationTransitions.accept.from}) and reject_at is null
      returning ${applicationColumns}`,
  )

/**
 * Begins a rejection that counts from `rejectAt`. No event and no notice: for its creator, nothing has happened yet.
 */
export const beginRejection = (
  tx: Tx,
  id: string,
  { rejectAt, note }: { rejectAt: Date; note: string | null },
) =>
  maybeRow<ApplicationRow>(
    tx,
    sql`update applications set reject_at = ${rejectAt}, reject_note = ${note}
      where id = ${id} and status = any(${applicationTransitions.reject.from}) and reject_at is null
      returning ${applicationColumns}`,
  )

/** Takes back a rejection that does not count yet. The write is the guard: null once its moment has come. */
export const undoRejection = (tx: Tx, id: string, now: Date) =>
  maybeRow<ApplicationRow>(
    tx,
    sql`update applications set reject_at = null, reject_note = null
      where id = ${id} and status = any(${applicationTransitions.reject.from}) and reject_at > ${now}
      returning ${applicationColumns}`,
  )

/**
 * Makes a rejection count once its moment has come, and notifies its creator. Null when there is none, or when it
 * already counts.
 */
export async function countRejection(
  tx: Tx,
  { id, ownerId, now }: { id: string; ownerId: string; now: Date },
): Promise<ApplicationRow | null> {
  const { from, to } = applicationTransitions.reject
  const moved = await maybeRow<ApplicationRow>(
    tx,
    sql`update applications set status = ${to}
      where id = ${id} and status = any(${from}) and reject_at <= ${now}
      returning ${applicationColumns}`,
  )
  if (moved !== null) await answered(tx, [moved], 'reject', ownerId)
  return moved
}

/**
 * Answers everyone still waiting on a project, as the system: it was filled or closed (decisions P12, P14). Each is
 * notified. A creator whom the owner has just rejected is left to that rejection: it is its own answer, and takes
 * effect only at its moment. Move the project first: its state says which of the two it was.
 */
export async function fillApplications(tx: Tx, project: ProjectRow): Promise<void> {
  const { from, to } = applicationTransitions.fill
  const filled = await rows<ApplicationRow>(
    tx,
    sql`update applications set status = ${to} where project_id = ${project.id} and status = any(${from}) and reject_at is null
      returning ${applicationColumns}`,
  )
  await answered(tx, filled, 'fill', null)
}

/** Whether this person rejected it. Only their own repeated click succeeds (decision P13). */
export async function wasRejectedBy(
  tx: Tx,
  applicationId: string,
  actorId: string,
): Promise<boolean> {
  const event = await maybeRow(
    tx,
    sql`select 1 from events
      where entity = 'application' and entity_id = ${applicationId} and move = 'reject' and actor_id = ${actorId}`,
  )
  return event !== null
}

/** Records the same answer to each, and ends the offers that it superseded. */
async function answered(
  tx: Tx,
  applications: readonly ApplicationRow[],
  move: keyof typeof applicationTransitions,
  actorId: string | null,
): Promise<void> {
  await closeOffersOf(
    tx,
    applications.map(({ id }) => id),
  )
  for (const application of applications) await record(tx, application, move, actorId)
}

async function record(
  tx: Tx,
  application: ApplicationRow,
  move: keyof typeof applicationTransitions,
  actorId: string | null,
): Promise<void> {
  await recordEvent(tx, {
    entity: 'application',
    entityId: application.id,
    projectId: application.project_id,
    actorId,
    move,
    // Every move of this state machine starts from pending.
    from: 'pending',
    to: application.status,
  })
}
