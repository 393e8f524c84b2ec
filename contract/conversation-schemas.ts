import { z } from 'zod'
import { MESSAGE_LIMITS as limits } from './conversations.ts'
import { id, idParams, moment, text, timestamp } from './field-schemas.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'

export const message = z.object({
  id,
  conversation_id: id,
  sender_id: id,
  content: z.string(),
  created_at: timestamp,
  read_at: timestamp.nullable(),
})

/** A conversation as its participant sees it in the list. */
export const conversation = z.object({
  id,
  project_id: id,
  seller_id: id,
  creator_id: id,
  updated_at: timestamp,
  project: project.pick({ id: true, title: true, status: true }),
  /** The other participant. */
  counterpart: personCard,
  last_message: message.pick({ content: true, sender_id: true, created_at: true }).nullable(),
  unread_count: z.number(),
  /** Where the deal's money is; null while nothing was funded. */
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
})

export const conversationSchemas = {
  /** Latest first. */
  'conversations.list': { answer: z.array(conversation) },
  /** Opens or finds the conversation. A creator names the project; a seller also the creator. */
  'conversations.open': {
    body: z.strictObject({ project_id: id, creator_id: id.optional() }),
    answer: conversation,
  },
  'conversations.get': { params: idParams, answer: conversation },
  /** Oldest first; `before` gives the page of history that ends before a message's created_at. */
  'messages.list': {
    params: idParams,
    query: z.object({ before: moment.optional() }),
    answer: z.array(message),
  },
  /** `id` is made by the sender, so that a repeated request is the same message. */
  'messages.send': {
    params: idParams,
    body: z.strictObject({
      id: id.optional(),
      content: text(limits.content, 'Write something first.'),
    }),
    answer: message,
  },
  /** Marks what the other side wrote as read. */
  'messages.read': { params: idParams, answer: z.object({ read: z.number() }) },
} as const

export type Message = z.infer<typeof message>
export type Conversation = z.infer<typeof conversation>
