import { defaultInvitationMessage, invitationTransitions } from '#contract/invitations.ts'
import { ensureConversation } from '../conversations/conversation-store.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { violatedConstraint } from '../db/violations.ts'
import type { Deps } from '../deps.ts'
import { recordEvent } from '../events/event-store.ts'
import { AppError, assertMay, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { livingProfileById } from '../profiles/profile-store.ts'
import { ownsProject } from '../projects/project-policy.ts'
import { shareProject } from '../projects/project-store.ts'
import { mailInvitation } from './invitation-mails.ts'
import { mayAnswer } from './invitation-policy.ts'
import {
  answerInvitation,
  insertInvitation,
  type InvitationRow,
  lockInvitation,
} from './invitation-store.ts'

/** Whom a seller invites to what; without a message a general one is used (SPEC §5). */
export interface InvitationToSend {
  project_id: string
  creator_id: string
  message: string | null
}

/**
 * Invites a creator to one of the seller's active projects. Throws 404 for a project of somebody else and
 * for an id that is no creator, invitation.project_not_active, invitation.already_invited while one is open.
 */
export async function sendInvitation(
  deps: Deps,
  viewer: Viewer,
  input: InvitationToSend,
  now: Date,
): Promise<InvitationRow> {
  try {
    return await inTransaction(deps.pool, async (tx) => {
      const project = foundOr404(await shareProject(tx, input.project_id))
      assertMay(ownsProject(viewer, project))
      if (project.status !== 'active') throw new AppError('invitation.project_not_active')
      const creator = foundOr404(await livingProfileById(tx, input.creator_id, now))
      assertMay(creator.role === 'creator')
      const invitation = await insertInvitation(tx, {
        project_id: project.id,
        creator_id: creator.id,
        seller_id: viewer.id,
        message: input.message ?? defaultInvitationMessage(project.title),
      })
      await record(tx, invitation, 'send', null, viewer.id)
      await tellBoth(tx, invitation)
      await mailInvitation(tx, deps, { invitation, to: creator.email, projectTitle: project.title })
      return invitation
    })
  } catch (error) {
    if (violatedConstraint(error) === 'invitations_one_open') {
      throw new AppError('invitation.already_invited', { cause: error })
    }
    throw error
  }
}

/**
 * The invited creator accepts: the conversation exists from then on (DECISIONS 22). Accepting again answers
 * the same. Throws 404 for others, invitation.already_answered, invitation.project_closed.
 */
export function acceptInvitation(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<InvitationRow & { conversation_id: string }> {
  return inTransaction(deps.pool, async (tx) => {
    const invitation = await answer(tx, viewer, { id, move: 'accept', now })
    const conversation = await ensureConversation(tx, {
      projectId: invitation.project_id,
      sellerId: invitation.seller_id,
      creatorId: invitation.creator_id,
    })
    return { ...invitation, conversation_id: conversation.id }
  })
}

/** The invited creator declines. Declining again changes nothing. Throws like `acceptInvitation`. */
export function declineInvitation(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<InvitationRow> {
  return inTransaction(deps.pool, (tx) => answer(tx, viewer, { id, move: 'decline', now }))
}

interface InvitationAnswer {
  id: string
  move: keyof typeof invitationTransitions
  now: Date
}

async function answer(
  tx: Tx,
  viewer: Viewer,
  { id, move, now }: InvitationAnswer,
): Promise<InvitationRow> {
  const { from, to } = invitationTransitions[move]
  const invitation = foundOr404(await lockInvitation(tx, id))
  assertMay(mayAnswer(viewer, invitation))
  if (invitation.status === to) return invitation
  if (invitation.status !== 'pending') throw new AppError('invitation.already_answered')
  const project = foundOr404(await shareProject(tx, invitation.project_id))
  if (project.status !== 'active') throw new AppError('invitation.project_closed')
  const answered = await answerInvitation(tx, { id, from, to, now })
  if (answered === null) throw new AppError('invitation.already_answered')
  await record(tx, answered, move, invitation.status, viewer.id)
  await tellBoth(tx, answered)
  return answered
}

async function record(
  tx: Tx,
  invitation: InvitationRow,
  move: 'send' | keyof typeof invitationTransitions,
  from: string | null,
  actorId: string,
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

/** Open pages of both sides fetch the invitation, what counts it and what it opened. */
async function tellBoth(tx: Tx, invitation: InvitationRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [invitation.creator_id, invitation.seller_id],
    topics: ['invitations', 'conversations', 'dashboard'],
    project_id: invitation.project_id,
  })
}
