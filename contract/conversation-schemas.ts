import { z } from 'zod'
import { MESSAGE_LIMITS as limits, THREAD_EVENTS } from './conversations.ts'
import { id, idParams, listQuery, text, timestamp } from './field-schemas.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'

export const message = z.object({
  id,
  conversation_id: id,
  sender_id: id,
  /** 1, 2, 3 … in the order of the conversation: who misses a number has missed a message. */
  seq: z.number(),
  content: z.string(),
  created_at: timestamp,
  read_at: timestamp.nullable(),
})

/** What happened to the deal, as a line between the messages. */
export const threadEvent = z.object({
  id: z.number(),
  kind: z.enum(THREAD_EVENTS),
  at: timestamp,
  /** Null is the system: a clock, a provider's event. */
  actor_id: id.nullable(),
  /** USD; null where it is not about money. */
  amount: z.number().nullable(),
  /** Why, in somebody's own words: what is to be changed. Null where nobody said. */
  reason: z.string().nullable(),
})

/** A place in a conversation: the number of a message in it, as a query carries it. */
const seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

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
  /** Of its content the beginning: MESSAGE_LIMITS.beginning characters. */
  last_message: message.pick({ content: true, sender_id: true, created_at: true }).nullable(),
  unread_count: z.number(),
  /** Where the deal's money is; null while nothing was funded. */
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
})

export const conversationSchemas = {
  /** Latest first. */
  /** Latest first: by `updated_at`. */
  'conversations.list': { query: listQuery, answer: z.array(conversation) },
  /** Opens or finds the conversation. A creator names the project; a seller also the creator. */
  'conversations.open': {
    body: z.strictObject({ project_id: id, creator_id: id.optional() }),
    answer: conversation,
  },
  'conversations.get': { params: idParams, answer: conversation },
  /** What happened to the deal of these two, oldest first, all of it: a deal ends. Empty where they have none. */
  'conversations.events': { params: idParams, answer: z.array(threadEvent) },
  /**
   * A page, oldest first: the newest one; the one that ends before the message numbered `before`; the one that
   * follows the message numbered `after` (of both, `after` counts).
   */
  'messages.list': {
    params: idParams,
    query: z.object({ before: seq.optional(), after: seq.optional() }),
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
export type ThreadEvent = z.infer<typeof threadEvent>
