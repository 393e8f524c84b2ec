import { z } from 'zod'
import { id, idParams, listQuery, optionalText, timestamp } from './field-schemas.ts'
import {
  ACCEPT_REFUSALS,
  INVITATION_LIMITS as limits,
  INVITATION_STATUSES,
  INVITE_OUTCOMES,
} from './invitations.ts'
import { personCard } from './profile-schemas.ts'
import { projectInList } from './project-schemas.ts'

export const invitation = z.object({
  id,
  project_id: id,
  creator_id: id,
  seller_id: id,
  message: z.string(),
  status: z.enum(INVITATION_STATUSES),
  created_at: timestamp,
  updated_at: timestamp,
  /** When it expired unanswered; null for one that is open or was answered. */
  lapsed_at: timestamp.nullable(),
})

export const invitationWithProject = invitation.extend({
  project: projectInList,
  seller: personCard,
  /** Why a pending one can only be declined; null for one that can be accepted, and once it was answered. */
  accept_refusal: z.enum(ACCEPT_REFUSALS).nullable(),
})

export const invitationSchemas = {
  /** Newest first. */
  'invitations.mine': { query: listQuery, answer: z.array(invitationWithProject) },
  'invitations.send': {
    body: z.strictObject({ project_id: id, creator_id: id, message: optionalText(limits.message) }),
    answer: invitation,
  },
  /**
   * Invites up to INVITATION_LIMITS.many creators with the same text, each as `invitations.send` does and in its own
   * transaction, in the order given. Anyone who was invited before, has applied or cannot be invited is skipped, and
   * the row says so.
   */
  'invitations.send_many': {
    body: z.strictObject({
      project_id: id,
      creator_ids: z
        .array(id)
        .max(limits.many, `Please invite at most ${limits.many} creators at once.`),
      message: optionalText(limits.message),
    }),
    answer: z.object({
      rows: z.array(z.object({ creator_id: id, outcome: z.enum(INVITE_OUTCOMES) })),
    }),
  },
  /** Decision P22: accepting opens the conversation. */
  'invitations.accept': { params: idParams, answer: invitation.extend({ conversation_id: id }) },
  'invitations.decline': { params: idParams, answer: invitation },
} as const

export type Invitation = z.infer<typeof invitation>
export type InvitationWithProject = z.infer<typeof invitationWithProject>
