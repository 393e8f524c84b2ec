import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import type { Queryable } from '../db/pool.ts'
import { maybeRow, raw, rows, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'

/** A message as stored is a message as sent: the wire has every column. */
export type MessageRow = Message

const columns = raw('id, conversation_id, sender_id, content, created_at, read_at')
const page = raw(String(MESSAGE_LIMITS.page))

/** The newest page, or the page that ends before a moment; oldest first. */
export async function messagesOf(
  db: Queryable,
  conversationId: string,
  before: string | null,
): Promise<MessageRow[]> {
  const newestFirst = await rows<MessageRow>(
    db,
    sql`select ${columns} from messages
      where conversation_id = ${conversationId} and (${before}::timestamptz is null or created_at < ${before}::timestamptz)
      order by created_at desc, id desc limit ${page}`,
  )
  return newestFirst.toReversed()
}

export const messageById = (db: Queryable, id: string) =>
  maybeRow<MessageRow>(db, sql`select ${columns} from messages where id = ${id}`)

/** What somebody sends: `id` is theirs, so that the same request twice is one message. */
export interface NewMessageRow {
  id: string
  conversationId: string
  senderId: string
  content: string
}

/**
 * Adds a message of a participant and moves its conversation up, in one statement. Null when the
 * conversation is not theirs or the id is taken. The conversation's row lock puts the messages of one
 * conversation in one order: that of their times and of their commits.
 */
export const insertMessage = (tx: Tx, message: NewMessageRow) =>
  maybeRow<MessageRow>(
    tx,
    sql`with conversation as (
        update conversations set updated_at = clock_timestamp()
        where id = ${message.conversationId} and ${message.senderId} in (seller_id, creator_id)
          and not exists (select 1 from messages where messages.id = ${message.id})
        returning id)
      insert into messages (id, conversation_id, sender_id, content)
      select ${message.id}, conversation.id, ${message.senderId}, ${message.content} from conversation
      on conflict (id) do nothing
      returning ${columns}`,
  )

/** Marks what the other side wrote as read; answers the ids, oldest first. */
export async function markRead(
  tx: Tx,
  conversationId: string,
  readerId: string,
  now: Date,
): Promise<string[]> {
  const read = await rows<{ id: string }>(
    tx,
    sql`with read as (
        update messages set read_at = ${now}
        where conversation_id = ${conversationId} and sender_id <> ${readerId} and read_at is null
        returning id, created_at)
      select id from read order by created_at, id`,
  )
  return read.map((message) => message.id)
}
