import { type ProjectStatus, projectTransitions } from '#contract/projects.ts'
import { hiringTransitions } from '#contract/seats.ts'
import { closeAmendments } from '#server/amendments/record/amendment-moves.ts'
import type { ChangeTopic } from '#contract/conversations.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { lockProject, projectColumns, type ProjectRow } from './project-store.ts'
import { dealsLeft } from './listing-store.ts'

const transitions = { ...projectTransitions, ...hiringTransitions }

/** One transition of the project state machine. `actorId` null is the system. */
export interface ProjectMove {
  project: { id: string; status: ProjectStatus }
  move: keyof typeof transitions
  actorId: string | null
}

/**
 * Moves a project along its transition table and records the move. The write is the guard: returns null when the
 * project is in no state that the move starts from. Lock the project first, so that the event names the right state.
 */
export async function moveProject(
  tx: Tx,
  { project, move, actorId }: ProjectMove,
): Promise<ProjectRow | null> {
  const { from, to } = transitions[move]
  const moved = await maybeRow<ProjectRow>(
    tx,
    sql`update projects set status = ${to} where id = ${project.id} and status = any(${from})
      returning ${projectColumns}`,
  )
  if (moved === null) return null
  if (move === 'complete' || move === 'cancel') await closeAmendments(tx, project.id)
  await recordEvent(tx, {
    entity: 'project',
    entityId: project.id,
    projectId: project.id,
    actorId,
    move,
    from: project.status,
    to,
  })
  if ((move === 'complete' || move === 'cancel') && moved.listing_id !== null)
    await settleListing(tx, moved.listing_id)
  return moved
}

/**
 * Ends a project that split off deals and no longer hires, together with its last deal: completed if any deal was
 * completed, otherwise cancelled. A no-op while it hires or has an open deal. Locks the project: when its last two
 * deals end concurrently, the second one ends it.
 */
export async function settleListing(tx: Tx, listingId: string): Promise<void> {
  const project = await lockProject(tx, listingId)
  if (project?.status !== 'in_progress') return
  const { open, completed } = await dealsLeft(tx, listingId)
  if (open > 0) return
  const move = completed ? 'complete' : 'cancel'
  if ((await moveProject(tx, { project, move, actorId: null })) !== null)
    await refreshProject(tx, listingId, ['projects', 'dashboard'])
}

/**
 * Makes the open pages of everyone a project concerns (owner, applicants, invited creators) refetch; the conversations
 * are also those of creators who only asked about it.
 */
export async function refreshProject(
  tx: Tx,
  projectId: string,
  topics: ChangeTopic[],
): Promise<void> {
  const people = await rows<{ id: string }>(
    tx,
    sql`select seller_id as id from projects where id = ${projectId}
      union select creator_id from applications where project_id = ${projectId} or listing_id = ${projectId}
      union select creator_id from project_invitations where project_id = ${projectId} and status = 'pending'
      union select creator_id from package_orders where project_id = ${projectId}
      union select creator_id from conversations
        where project_id = ${projectId} and ${topics.includes('conversations')}`,
  )
  await enqueue(tx, 'realtime.changed', {
    user_ids: people.map((one) => one.id),
    topics,
    project_id: projectId,
  })
}
