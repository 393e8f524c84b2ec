import { COVERED_MESSAGE } from '#contract/conversation-words.ts'
import type { Conversation, Message, MessageFileLinks } from '#contract/conversation-schemas.ts'
import type { Config } from '#server/config/config.ts'
import { fileLinks } from '#server/uploads/file-links.ts'
import type { ConversationRow } from './conversation-store.ts'
import type { AttachedFile } from './message-file-store.ts'
import type { MessageRow } from './message-store.ts'

/** A conversation, presented to the participant it was read for. */
export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    project_id: row.project_id,
    seller_id: row.seller_id,
    creator_id: row.creator_id,
    updated_at: row.updated_at,
    project: {
      id: row.project_id,
      title: row.project_title,
      status: row.project_status,
      order_id: row.order_id,
    },
    counterpart: {
      id: row.counterpart_id,
      name: row.counterpart_name,
      role: row.counterpart_role,
      avatar_url: row.counterpart_avatar_url,
      company_name: row.counterpart_company_name,
    },
    counterpart_deleted: row.counterpart_deleted,
    last_message:
      row.last_content === null || row.last_sender_id === null || row.last_created_at === null
        ? null
        : {
            content: row.last_content,
            file_count: row.last_file_count ?? 0,
            sender_id: row.last_sender_id,
            created_at: row.last_created_at,
          },
    unread_count: row.unread_count,
    offered_application_id: row.offered_application_id,
    payment_status: row.payment_status,
  }
}

/**
 * A message, presented to one of its two participants: for a covered one, the other side only reads that it is covered.
 */
export const presentMessage = (row: MessageRow, readerId: string | null): Message =>
  row.covered && row.sender_id !== readerId
    ? { ...row, content: COVERED_MESSAGE, files: [], safety: [] }
    : row

/** Links to an attached file, for a participant of its conversation. */
export const presentFileLinks = (
  config: Config,
  file: AttachedFile,
  now: Date,
): MessageFileLinks => ({ id: file.id, ...fileLinks(config, file, now) })
