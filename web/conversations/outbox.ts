import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** A sent message that is not confirmed yet, as stored for this tab. */
export interface OutboxMessage {
  /** Created here, so that sending it again sends the same message. */
  id: string
  content: string
  /** Keys of its files (attachments.ts). */
  files: readonly string[]
  created_at: string
  /** The message could not be sent and waits for its sender to retry. */
  failed: boolean
}

const formOf = (conversation: string) => `outbox-${conversation}`

/** The messages that a reload left unconfirmed, oldest first. */
export const outboxOf = (me: string, conversation: string): readonly OutboxMessage[] =>
  restoreDraft<{ messages: OutboxMessage[] }>(me, formOf(conversation), { messages: [] }).messages

/** Stores a message until it is confirmed, replacing any earlier copy of it. */
export function keepInOutbox(me: string, conversation: string, message: OutboxMessage): void {
  const others = outboxOf(me, conversation).filter(({ id }) => id !== message.id)
  write(me, conversation, [...others, message])
}

/** Removes a message that has arrived or that its sender has replaced. */
export function removeFromOutbox(me: string, conversation: string, id: string): void {
  const all = outboxOf(me, conversation)
  const others = all.filter((message) => message.id !== id)
  if (others.length < all.length) write(me, conversation, others)
}

function write(me: string, conversation: string, messages: readonly OutboxMessage[]): void {
  keepDraft(me, formOf(conversation), messages.length === 0 ? null : { messages })
}
