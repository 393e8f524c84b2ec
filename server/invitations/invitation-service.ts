import {
  defaultInvitationMessage,
  INVITATION_LIMITS,
  invitationTransitions,
} from '#contract/invitations.ts'
import { areApart } from '#server/apart/apart.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import { ensureConversation, talksIn } from '#server/conversations/conversation-store.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { keepLivingProfile } from '#server/profiles/profile-store.ts'
import { ownsProject } from '#server/projects/project-policy.ts'
import { isHidden, shareProject } from '#server/projects/project-store.ts'
import { moveInvitation, recordInvitation, refreshBothSides } from './invitation-moves.ts'
import { mayAnswer } from './invitation-policy.ts'
import {
  acceptRefusalOf,
  countSentSince,
  hasApplied,
  insertInvitation,
  type InvitationRow,
  lockInvitation,
} from './invitation-store.ts'

/** Who is invited to which project. Without a message a generic one is used (SPEC §5). */
export interface InvitationToSend {
  project_id: string
  creator_id: string
  message: string | null
}

/**
 * Invites a creator to one of the seller's active projects. Throws 404 for another seller's project and for an id that
 * is not a creator's; invitation.project_not_active; invitation.project_hidden; invitation.unavailable;
 * invitation.already_hired; invitation.already_applied; invitation.already_invited while one is open;
 * invitation.too_many_today.
 */
export async function sendInvitation(
  deps: Deps,
  viewer: Viewer,
  input: InvitationToSend,
  now: Date,
): Promise<InvitationRow> {
  try {
    return await inTransaction(deps.pool, async (tx) => {
      // The day's invitations are counted under this lock.
      await lockOwnProfile(tx, viewer.id)
      const project = foundOr404(await shareProject(tx, input.project_id))
      assertMay(ownsProject(viewer, project))
      if (project.status !== 'active') throw new AppError('invitation.project_not_active')
      if (await isHidden(tx, project.id)) throw new AppError('invitation.project_hidden')
      const creator = foundOr404(await keepLivingProfile(tx, input.creator_id, now))
      assertMay(creator.role === 'creator')
      if (await areApart(tx, viewer.id, creator.id)) throw new AppError('invitation.unavailable')
      // Once the project has hired them, the two talk in a deal of their own.
      if ((await talksIn(tx, project.id, creator.id)) !== project.id)
        throw new AppError('invitation.already_hired')
      // An invitation asks for an application, and there is one for each creator.
      if (await hasApplied(tx, project.id, creator.id))
        throw new AppError('invitation.already_applied')
      const { count } = await countSentSince(tx, viewer.id, new Date(now.getTime() - DAY_MS))
      if (count >= INVITATION_LIMITS.aDay) throw new AppError('invitation.too_many_today')
      const invitation = await insertInvitation(tx, {
        created_at: now,
        project_id: project.id,
        creator_id: creator.id,
        seller_id: viewer.id,
        message: input.message ?? defaultInvitationMessage(project.title),
      })
      await recordInvitation(tx, invitation, 'send', null, viewer.id)
      await refreshBothSides(tx, invitation)
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
 * Accepts an invitation for the invited creator, which opens the conversation (decision P22). Idempotent. Throws 404
 * for others, invitation.already_answered, invitation.lapsed, invitation.project_closed, project.hidden,
 * invitation.brand_gone.
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
      projectId: await talksIn(tx, invitation.project_id, invitation.creator_id),
      sellerId: invitation.seller_id,
      creatorId: invitation.creator_id,
    })
    return { ...invitation, conversation_id: conversation.id }
  })
}

/**
 * Declines an invitation for the invited creator. Idempotent. Throws like `acceptInvitation`, but hidden projects and
 * banned brands can be declined.
 */
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
  move: 'accept' | 'decline'
  now: Date
}

async function answer(
  tx: Tx,
  viewer: Viewer,
  { id, move, now }: InvitationAnswer,
): Promise<InvitationRow> {
  const { to } = invitationTransitions[move]
  const invitation = foundOr404(await lockInvitation(tx, id))
  assertMay(mayAnswer(viewer, invitation))
  // It is not in any of their lists.
  assertMay(!(await areApart(tx, invitation.seller_id, viewer.id)))
  if (invitation.lapsed_at !== null) throw new AppError('invitation.lapsed')
  if (invitation.status === to) return invitation
  if (invitation.status !== 'pending') throw new AppError('invitation.already_answered')
  const project = foundOr404(await shareProject(tx, invitation.project_id))
  if (project.status !== 'active') throw new AppError('invitation.project_closed')
  if (move === 'accept') await assertLeadsOn(tx, invitation, now)
  const answered = await moveInvitation(tx, { id, move, actorId: viewer.id, now })
  if (answered === null) throw new AppError('invitation.already_answered')
  return answered
}

/**
 * Accepting opens a conversation and leads to the project: neither is possible while the project is not public. The
 * creator's list says so by the same rule.
 */
async function assertLeadsOn(tx: Tx, invitation: InvitationRow, now: Date): Promise<void> {
  const refusal = await acceptRefusalOf(tx, invitation.id, now)
  if (refusal !== null) throw new AppError(refusal)
}
