import type { MessageFile } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { FileRow } from '#server/uploads/upload-store.ts'
import type { SentRow } from './message-store.ts'

/**
 * Attaches uploads to a message that was just inserted, in the order of `ids`. Returns those that were the sender's own
 * finished uploads for this project and belonged to no message. They stay locked until the transaction ends: a clean-up
 * either ran before, or sees that they are in use.
 */
export async function attachFiles(
  tx: Tx,
  message: Pick<SentRow, 'id' | 'sender_id' | 'conversation_id'>,
  ids: readonly string[],
): Promise<MessageFile[]> {
  const attached = await rows<MessageFile & { message_place: number }>(
    tx,
    sql`update files set message_id = ${message.id}, message_place = given.place, unused_since = null
      from unnest(${ids}::uuid[]) with ordinality as given (id, place)
      where files.id = given.id and owner_id = ${message.sender_id} and bucket = 'message-files'
        -- Uploaded before a hire, for the project that hired.
        and project_id in (select unnest(array[projects.id, projects.listing_id]) from conversations
          join projects on projects.id = conversations.project_id where conversations.id = ${message.conversation_id})
        and message_id is null
      returning files.id, file_name, file_type, size, message_place`,
  )
  return attached
    .toSorted((a, b) => a.message_place - b.message_place)
    .map(({ id, file_name, file_type, size }) => ({ id, file_name, file_type, size }))
}

/** The data needed to build links to an attached file. */
export type AttachedFile = Pick<FileRow, 'id' | 'renditions'>

/**
 * Returns the files of a conversation's messages whose numbers follow `after`, one page of numbers, in order. Without
 * those of the other side's covered messages.
 */
export const filesAfter = (
  db: Queryable,
  { conversationId, readerId, after }: { conversationId: string; readerId: string; after: number },
) =>
  rows<AttachedFile>(
    db,
    sql`select files.id, files.renditions from messages join files on files.message_id = messages.id
      where conversation_id = ${conversationId} and file_count > 0 and (covered_at is null or sender_id = ${readerId})
        and seq > ${after} and seq <= ${after + MESSAGE_LIMITS.page}
      order by seq, message_place`,
  )
