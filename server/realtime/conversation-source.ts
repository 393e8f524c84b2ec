import type { Message } from '#contract/conversation-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Receipt } from './publisher.ts'

/** A stored message and the two people who may see it. */
export interface UnpublishedMessage {
  message_id: string
  people: string[]
}

/** What the sockets read about conversations. Supplied by that domain in app.ts, so that this folder knows none. */
export interface ConversationSource {
  /** The two people of a conversation; null where there is none or `viewerId` is not one of them. */
  participantsFor(
    db: Queryable,
    viewerId: string,
    id: string,
  ): Promise<{ seller_id: string; creator_id: string } | null>
  /** Messages by id, in no order; unknown ids are left out. */
  messagesByIds(db: Queryable, ids: readonly string[]): Promise<Message[]>
  /** Messages of these people that were stored a moment ago and may never have been published. */
  unpublishedMessages(db: Queryable, people: readonly string[]): Promise<UnpublishedMessage[]>
  /** The same of read receipts. */
  unpublishedReceipts(db: Queryable, people: readonly string[]): Promise<Receipt[]>
}
