import type { Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { begunBefore } from './forget-past.ts'

/** Conversations per transaction: a long one has some thousand messages. */
const BATCH = 20

/**
 * Deletes one batch of conversations whose period is over. Each is deleted as a whole, because its messages are
 * numbered without gaps. Files sent with them lose their last reference, and the file clean-up deletes them. A
 * conversation stays while money of its project is held, moving or disputed. Returns how many were deleted; fewer than
 * CONVERSATIONS_AT_ONCE means that no more are due.
 */
export function forgetConversations(pool: Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (tx) => {
    // Sending a message locks the same row first: a message sent meanwhile preserves its conversation.
    const held = await rows<{ id: string }>(
      tx,
      sql`select id from conversations
        where (updated_at <= ${begunBefore('conversations', now)} or not exists (
            select from auth.users where id in (conversations.seller_id, conversations.creator_id)
              and (deleted_at is null or deleted_at > ${begunBefore('conversations_of_no_one', now)})))
          and not exists (select from payments where payments.project_id = conversations.project_id
            and (status = 'held_in_escrow' or moving is not null or disputed or deal_dispute_id is not null))
        order by updated_at limit ${BATCH} for update skip locked`,
    )
    const ids = held.map(({ id }) => id)
    await execute(
      tx,
      sql`update files set message_id = null, message_place = null
        where message_id in (select id from messages where conversation_id = any(${ids}::uuid[]))`,
    )
    await execute(tx, sql`delete from messages where conversation_id = any(${ids}::uuid[])`)
    await execute(tx, sql`delete from conversations where id = any(${ids}::uuid[])`)
    return ids.length
  })
}

export { BATCH as CONVERSATIONS_AT_ONCE }
