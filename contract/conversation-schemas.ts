import { z } from 'zod'
import { conversationErrors, MESSAGE_LIMITS as limits, THREAD_EVENTS } from './conversations.ts'
import { id, idParams, listQuery, textOrNone, timestamp } from './field-schemas.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'
import { SAFETY_KINDS } from './safety.ts'
import { uploadMessages } from './uploads.ts'

/**
 * A file attached to a message. Its links come from `messages.files`, because they expire, whereas a message changes
 * only when it is covered.
 */
export const messageFile = z.object({
  id,
  file_name: z.string(),
  file_type: z.string(),
  /** Bytes. */
  size: z.number(),
})

/** Links to an attached file, which work for a few minutes (decision P24). */
export const messageFileLinks = z.object({
  id,
  file_url: z.string(),
  /** A still of a picture or a video, and the copy that the page plays or shows; null until made, and for PDFs. */
  poster_url: z.string().nullable(),
  preview_url: z.string().nullable(),
})

export const message = z.object({
  id,
  conversation_id: id,
  sender_id: id,
  /** 1, 2, 3 … in conversation order: a gap in the numbers means a missed message. */
  seq: z.number(),
  /** Empty when the message consists of files alone. */
  content: z.string(),
  /** An operator covered it: its sender still reads it; the other side sees a sentence in its place, and no files. */
  covered: z.boolean(),
  /** In the order in which they were attached; at most MESSAGE_LIMITS.files. */
  files: z.array(messageFile),
  created_at: timestamp,
  read_at: timestamp.nullable(),
  /** What its reader is warned about; determined when it was sent. */
  safety: z.array(z.enum(SAFETY_KINDS)),
})

/** An event of the deal, shown as a line between the messages. */
export const threadEvent = z.object({
  id: z.number(),
  kind: z.enum(THREAD_EVENTS),
  at: timestamp,
  /** Null means the system: a clock, a provider's event. */
  actor_id: id.nullable(),
  /** USD; null when it is not about money. */
  amount: z.number().nullable(),
  /** USD: for an offer or an order, the creator's net; null for everything else. */
  net: z.number().nullable(),
  /** USD that an agreed change sent back to the card; null for everything else. */
  returned: z.number().nullable(),
  /** The number of revision rounds a change adds; null for everything else. */
  extra_rounds: z.number().nullable(),
  /** The reason in the person's own words, for example what should change. Null when none was given. */
  reason: z.string().nullable(),
  /** The ordered package, for events of its order, and the deadline for answering it while it waits. */
  order: z.object({ id, answer_by: timestamp.nullable() }).nullable(),
  /** The delivered work, for events about a delivery. The link to its still works for a few minutes (decision P24). */
  deliverable: z
    .object({
      id,
      version: z.number(),
      file_name: z.string(),
      file_type: z.string(),
      /** The number of files it holds; the name and the still are those of the first one. */
      file_count: z.number(),
      poster_url: z.string().nullable(),
    })
    .nullable(),
})

/** A position in a conversation: a message's sequence number, as in a query. */
const seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A conversation as its participant sees it in the list. */
export const conversation = z.object({
  id,
  project_id: id,
  seller_id: id,
  creator_id: id,
  updated_at: timestamp,
  project: project.pick({ id: true, title: true, status: true }).extend({
    /** The id of the order, for an order of a package. Its creator sees the project only once they have accepted. */
    order_id: id.nullable(),
  }),
  /** The other participant. */
  counterpart: personCard,
  /** They have deleted their account: the conversation can be read, but not continued. */
  counterpart_deleted: z.boolean(),
  /** The beginning of its content: at most MESSAGE_LIMITS.beginning characters. */
  last_message: message
    .pick({ content: true, sender_id: true, created_at: true })
    .extend({ file_count: z.number() })
    .nullable(),
  unread_count: z.number(),
  /** The application about which one of the two has an open offer; null while there is none. */
  offered_application_id: id.nullable(),
  /** Where the deal's money is; null while nothing has been funded. */
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
})

export const conversationSchemas = {
  /** Latest first: by `updated_at`. */
  'conversations.list': { query: listQuery, answer: z.array(conversation) },
  /** Opens or finds the conversation. A creator names the project; a seller also names the creator. */
  'conversations.open': {
    body: z.strictObject({ project_id: id, creator_id: id.optional() }),
    answer: conversation,
  },
  'conversations.get': { params: idParams, answer: conversation },
  /**
   * Where a seller may write to a creator: the conversation between them that changed last; without one, their newest
   * active project about which one may be opened (the creator applied, or was invited). Both are null if there is none
   * yet.
   */
  'conversations.with_creator': {
    params: idParams,
    answer: z.object({ conversation_id: id.nullable(), project_id: id.nullable() }),
  },
  /** The newest THREAD_EVENTS_MOST events of these two people's deal, oldest first. Empty without a deal. */
  'conversations.events': { params: idParams, answer: z.array(threadEvent) },
  /**
   * A page, oldest first: the newest one; the one that ends before message number `before`; or the one that follows
   * message number `after` (if both are given, `after` wins).
   */
  'messages.list': {
    params: idParams,
    query: z.object({ before: seq.optional(), after: seq.optional() }),
    answer: z.array(message),
  },
  /** Links to the files of the MESSAGE_LIMITS.page numbers that follow `after`, in the order of their messages. */
  'messages.files': {
    params: idParams,
    query: z.object({ after: seq.optional() }),
    answer: z.array(messageFileLinks),
  },
  /**
   * The sender chooses `id`, so that a retry is idempotent; a repeated `id` with other content is refused. `file_ids`
   * are finished uploads of theirs in message-files, for this project, that no message has yet.
   */
  'messages.send': {
    params: idParams,
    body: z
      .strictObject({
        id: id.optional(),
        content: textOrNone(limits.content),
        file_ids: z.array(id).max(limits.files, uploadMessages.tooMany).optional(),
      })
      .refine(({ content, file_ids }) => content !== '' || (file_ids?.length ?? 0) > 0, {
        path: ['content'],
        error: conversationErrors['message.empty'].message,
      }),
    answer: message,
  },
  /** Marks the other side's messages as read. */
  'messages.read': { params: idParams, answer: z.object({ read: z.number() }) },
} as const

export type MessageFile = z.infer<typeof messageFile>
export type MessageFileLinks = z.infer<typeof messageFileLinks>
export type Message = z.infer<typeof message>
export type Conversation = z.infer<typeof conversation>
export type ThreadEvent = z.infer<typeof threadEvent>
