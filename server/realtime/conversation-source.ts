import type { Message } from '#contract/conversation-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Receipt } from './publisher.ts'

/** A stored message, with the two people who may see it. */
export interface UnpublishedMessage {
  message_id: string
  people: string[]
}

/**
 * The data that sockets read about conversations. Supplied by that domain in app.ts, so that this folder depends on no
 * domain.
 */
export interface ConversationSource {
  /** The two people of a conversation; null if there is none or `viewerId` is not one of them. */
  participantsFor(
    db: Queryable,
    viewerId: string,
    id: string,
  ): Promise<{ seller_id: string; creator_id: string } | null>
  /** Messages by id, in no particular order; unknown ids are left out. */
  messagesByIds(db: Queryable, ids: readonly string[]): Promise<Message[]>
  /** Recent messages of these people that may never have been published. */
  unpublishedMessages(db: Queryable, people: readonly string[]): Promise<UnpublishedMessage[]>
  /** The same for read receipts. */
  unpublishedReceipts(db: Queryable, people: readonly string[]): Promise<Receipt[]>
}
