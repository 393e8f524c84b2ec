import type { ChangeTopic } from '#contract/conversations.ts'

/** Queries whose first word differs from the topic's but show the same rows: a word of keys, or one key. */
const ALSO: Partial<Record<ChangeTopic, readonly string[]>> = {
  conversations: ['navigation'],
  invitations: ['navigation'],
  // A thread shows its deal: the badge at its head, and what happened as lines.
  projects: ['conversations'],
  deliverables: ['conversations.events'],
  payments: ['payment_methods', 'conversations'],
}

/**
 * Whether a query belongs to a topic of a `changed` event: its key starts with `<topic>.` or a related word.
 * Messages are never fetched again as a whole: they catch up (conversations/live-messages.ts).
 */
export function concerns(topic: ChangeTopic, queryKey: readonly unknown[]): boolean {
  const [first] = queryKey
  if (typeof first !== 'string') return false
  return [topic, ...(ALSO[topic] ?? [])].some(
    (word) => first === word || first.startsWith(`${word}.`),
  )
}
