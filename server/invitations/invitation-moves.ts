import { invitationTransitions } from '#contract/invitations.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { invitationColumns, type InvitationRow } from './invitation-store.ts'

/** One move of an invitation. A null `actorId` is the clock. */
interface InvitationMove {
  id: string
  move: keyof typeof invitationTransitions
  actorId: string | null
  now: Date
}

/**
 * Moves a pending invitation, records it, and refreshes both sides' pages. The write is the guard: it returns null when
 * the invitation is no longer pending, so a concurrent answer either wins or loses completely.
 */
export async function moveInvitation(
  tx: Tx,
  { id, move, actorId, now }: InvitationMove,
): Promise<InvitationRow | null> {
  const { from, to } = invitationTransitions[move]
  const moved = await maybeRow<InvitationRow>(
    tx,
    sql`update project_invitations set status = ${to}, updated_at = ${now},
        lapsed_at = ${move === 'lapse' ? now : null}
      where id = ${id} and status = any(${from}) returning ${invitationColumns}`,
  )
  if (moved === null) return null
  // Every move of this state machine starts from pending.
  await recordInvitation(tx, moved, move, 'pending', actorId)
  await refreshBothSides(tx, moved)
  return moved
}

/**
 * A hire answers the open invitation to the project that hired. If a concurrent answer holds the invitation's lock, and
 * may be waiting for that project, the hire skips the invitation so that the two never deadlock.
 */
export async function answerByHire(
  tx: Tx,
  { projectId, creatorId, now }: { projectId: string; creatorId: string; now: Date },
): Promise<void> {
  const open = await maybeRow<{ id: string }>(
    tx,
    sql`select id from project_invitations
      where project_id = ${projectId} and creator_id = ${creatorId} and status = any(${invitationTransitions.hire.from})
      for no key update skip locked`,
  )
  if (open !== null) await moveInvitation(tx, { id: open.id, move: 'hire', actorId: null, now })
}

/** Records an invitation's move in the transaction that made it. A null `actorId` is the clock. */
export async function recordInvitation(
  tx: Tx,
  invitation: InvitationRow,
  move: 'send' | keyof typeof invitationTransitions,
  from: string | null,
  actorId: string | null,
): Promise<void> {
  await recordEvent(tx, {
    entity: 'invitation',
    entityId: invitation.id,
    projectId: invitation.project_id,
    actorId,
    move,
    from,
    to: invitation.status,
  })
}

/** Makes both sides' open pages refetch the invitation, its counts and what it made accessible. */
export async function refreshBothSides(tx: Tx, invitation: InvitationRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [invitation.creator_id, invitation.seller_id],
    topics: ['invitations', 'conversations', 'dashboard'],
    project_id: invitation.project_id,
  })
}
