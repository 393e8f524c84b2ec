import type { ChangeTopic } from '#contract/conversations.ts'

/** Query keys whose first word differs from the topic's but show the same rows. */
const ALSO: Partial<Record<ChangeTopic, readonly string[]>> = {
  conversations: ['messages', 'navigation'],
  invitations: ['navigation'],
  payments: ['payment_methods'],
}

/** Whether a query belongs to a topic of a `changed` event: its key starts with `<topic>.` or a related word. */
export function concerns(topic: ChangeTopic, queryKey: readonly unknown[]): boolean {
  const [first] = queryKey
  if (typeof first !== 'string') return false
  return [topic, ...(ALSO[topic] ?? [])].some((word) => first.startsWith(`${word}.`))
}
