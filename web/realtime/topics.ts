import type { ChangeTopic } from '#contract/conversations.ts'

/** Queries whose first word differs from the topic's but which show the same rows: a key prefix, or one key. */
const ALSO: Partial<Record<ChangeTopic, readonly string[]>> = {
  // Own lists show the state of each deal. Offers belong to applications, and so does the agreed brief: a hand-in form
  // must not show the checklist of the previous brief.
  applications: [
    'projects.mine',
    'projects.board',
    'projects.board_cards',
    'offers',
    'checks.before',
  ],
  conversations: ['navigation', 'amendments'],
  // Links to attachments: a still was made of one.
  message_files: ['messages.files'],
  invitations: ['navigation', 'package_orders'],
  // A thread shows its deal: the badge at its top, and its events as lines.
  projects: ['applications.mine', 'conversations', 'first_steps', 'brief_templates', 'shipping'],
  deliverables: ['conversations.events', 'checks', 'projects.board'],
  reputation: ['conversations.events'],
  payments: ['projects.board', 'payment_methods', 'conversations', 'first_steps', 'licences'],
  payouts: ['first_steps'],
}

/**
 * Whether a query belongs to a `changed` event's topic: its key starts with `<topic>.` or a related word. Messages are
 * never refetched as a whole: they catch up (conversations/live-messages.ts).
 */
export function concerns(topic: ChangeTopic, queryKey: readonly unknown[]): boolean {
  const [first] = queryKey
  if (typeof first !== 'string') return false
  return [topic, ...(ALSO[topic] ?? [])].some(
    (word) => first === word || first.startsWith(`${word}.`),
  )
}
