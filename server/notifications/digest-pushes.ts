import { paths } from '#contract/paths.ts'
import { mayWrite } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { TimedPush } from './notification-pushes.ts'

/** The subject of a digest: who wrote, and how many messages. */
export const digestSubject = (sender: string, count: number): string =>
  count === 1 ? `${sender} wrote to you` : `${sender} wrote you ${count} messages`

/**
 * What a push about a conversation says; null when its messages were read meanwhile, or the two are apart by now. It
 * quotes nothing of them.
 */
export async function digestPush(
  db: Queryable,
  { conversation_id: conversationId, since }: { conversation_id: string; since: string },
  userId: string,
): Promise<TimedPush | null> {
  const unread = await maybeRow<{ count: number; sender: string }>(
    db,
    sql`select count(*)::integer as count, min(coalesce(profiles.company_name, profiles.name)) as sender
      from messages join profiles on profiles.id = messages.sender_id
        join conversations on conversations.id = messages.conversation_id and ${mayWrite}
      where conversation_id = ${conversationId} and recipient_id = ${userId} and read_at is null
      having count(*) > 0`,
  )
  if (unread === null) return null
  const content = {
    tag: `conversation-${conversationId}`,
    title: digestSubject(unread.sender, unread.count),
    kind: 'messages' as const,
    path: paths.conversation(conversationId),
  }
  return { content, since: new Date(since) }
}
