import type { invitationTransitions } from '#contract/invitations.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { InvitationRow } from './invitation-store.ts'

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

/** Makes both sides' open pages refetch the invitation, its counts and what it opened. */
export async function refreshBothSides(tx: Tx, invitation: InvitationRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [invitation.creator_id, invitation.seller_id],
    topics: ['invitations', 'conversations', 'dashboard'],
    project_id: invitation.project_id,
  })
}
