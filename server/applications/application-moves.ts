import { applicationTransitions } from '#contract/applications.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import { applicationColumns, type ApplicationRow } from './application-store.ts'

/** A move on one application, by a person. */
type Answer = 'accept' | 'reject'

/** Moves a pending application and records the move. The write is the guard: null when it is no longer pending. */
export async function moveApplication(
  tx: Tx,
  { id, move, actorId }: { id: string; move: Answer; actorId: string },
): Promise<ApplicationRow | null> {
  const { from, to } = applicationTransitions[move]
  const moved = await maybeRow<ApplicationRow>(
    tx,
    sql`update applications set status = ${to} where id = ${id} and status = any(${from})
      returning ${applicationColumns}`,
  )
  if (moved !== null) await record(tx, moved, move, actorId)
  return moved
}

/**
 * The system answers everyone still waiting on a project: it was filled or closed (decisions P12, P14). Each is notified.
 * Move the project first: its state says which of the two it was.
 */
export async function fillApplications(tx: Tx, project: ProjectRow): Promise<void> {
  const { from, to } = applicationTransitions.fill
  const filled = await rows<ApplicationRow>(
    tx,
    sql`update applications set status = ${to} where project_id = ${project.id} and status = any(${from})
      returning ${applicationColumns}`,
  )
  for (const application of filled) await record(tx, application, 'fill', null)
}

/** Whether this person rejected it: only their own repeated click succeeds (decision P13). */
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
