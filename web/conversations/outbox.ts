import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** A message that was sent and not confirmed yet, as it is kept for this tab. */
export interface OutboxMessage {
  /** Created here, so that sending it once more is the same message. */
  id: string
  content: string
  /** Keys of its files (attachments.ts). */
  files: readonly string[]
  created_at: string
  /** It could not be sent, and waits for its sender. */
  failed: boolean
}

const formOf = (conversation: string) => `outbox-${conversation}`

/** What a reload left behind, oldest first. */
export const outboxOf = (me: string, conversation: string): readonly OutboxMessage[] =>
  restoreDraft<{ messages: OutboxMessage[] }>(me, formOf(conversation), { messages: [] }).messages

/** Keeps a message until it is confirmed, in place of what was kept of it before. */
export function keepInOutbox(me: string, conversation: string, message: OutboxMessage): void {
  const others = outboxOf(me, conversation).filter(({ id }) => id !== message.id)
  write(me, conversation, [...others, message])
}

/** The message has arrived, or its sender has replaced it. */
export function removeFromOutbox(me: string, conversation: string, id: string): void {
  const all = outboxOf(me, conversation)
  const others = all.filter((message) => message.id !== id)
  if (others.length < all.length) write(me, conversation, others)
}

function write(me: string, conversation: string, messages: readonly OutboxMessage[]): void {
  keepDraft(me, formOf(conversation), messages.length === 0 ? null : { messages })
}
