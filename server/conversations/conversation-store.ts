import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'

/** The three ids that make a conversation the one it is (decision P21). */
export interface ConversationParties {
  projectId: string
  sellerId: string
  creatorId: string
}

/** Opens the conversation of a project, a seller and a creator, or finds it: also under two clicks at once. */
export async function ensureConversation(
  tx: Queryable,
  about: ConversationParties,
): Promise<{ id: string }> {
  await execute(
    tx,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${about.projectId}, ${about.sellerId}, ${about.creatorId})
      on conflict on constraint conversations_one_per_pair do nothing`,
  )
  return oneRow<{ id: string }>(
    tx,
    sql`select id from conversations
      where project_id = ${about.projectId} and seller_id = ${about.sellerId} and creator_id = ${about.creatorId}`,
  )
}
