import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { MONEY_WAS_HELD, type SafetyKind, warnedKinds } from '#contract/safety.ts'
import { mayWrite } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'

/** A message as stored equals a message as sent: the wire has every column. */
export type MessageRow = Message

/**
 * A message's files as a column, in the order in which they were attached. The count saves the look-up for messages
 * without files.
 */
export const filesColumn = raw(`case when messages.file_count = 0 then '[]'::json else
    (select coalesce(json_agg(json_build_object('id', files.id, 'file_name', file_name, 'file_type', file_type,
        'size', size) order by message_place), '[]'::json)
      from files where files.message_id = messages.id) end as files`)

const columnsWith = (files: string) =>
  raw(
    `id, conversation_id, sender_id, seq, content, covered_at is not null as covered, ${files}, created_at, read_at, safety`,
  )
const columns = columnsWith(filesColumn.text)
/** Files are attached after their message is inserted: looking for them here would cost every message a subplan. */
const newColumns = columnsWith("'[]'::json as files")
const page = raw(String(MESSAGE_LIMITS.page))

/** Which page: the newest, the one before a sequence number, or the one after it. */
export interface PageOf {
  before?: number | undefined
  after?: number | undefined
}

/** Returns one page of a conversation, oldest first. */
export async function messagesOf(
  db: Queryable,
  conversationId: string,
  { before, after }: PageOf,
): Promise<MessageRow[]> {
  if (after !== undefined) {
    return rows<MessageRow>(
      db,
      sql`select ${columns} from messages where conversation_id = ${conversationId} and seq > ${after}
        order by seq limit ${page}`,
    )
  }
  const newestFirst = await rows<MessageRow>(
    db,
    sql`select ${columns} from messages
      where conversation_id = ${conversationId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
      order by seq desc limit ${page}`,
  )
  return newestFirst.toReversed()
}

/** Returns messages by id, unordered; unknown ids are left out. */
export const messagesByIds = (db: Queryable, ids: readonly string[]) =>
  rows<MessageRow>(db, sql`select ${columns} from messages where id = any(${ids}::uuid[])`)

export const messageById = (db: Queryable, id: string) =>
  maybeRow<MessageRow>(db, sql`select ${columns} from messages where id = ${id}`)

/** What a person sends. The sender chooses the `id`, so that a retried request is the same message. */
export interface NewMessageRow {
  id: string
  conversationId: string
  senderId: string
  content: string
  /** The number of files attached in the same transaction. */
  fileCount: number
  /** The kinds of warnings its words trigger while no money is held (contract/safety.ts). */
  signals: readonly SafetyKind[]
}

/** A new message and its recipient. */
export type SentRow = MessageRow & { recipient_id: string }

/**
 * The message's own columns, named one by one: dropping a column from a row costs four times as much per message.
 */
export const messageOf = (row: SentRow): MessageRow => ({
  id: row.id,
  conversation_id: row.conversation_id,
  sender_id: row.sender_id,
  seq: row.seq,
  content: row.content,
  covered: row.covered,
  files: row.files,
  created_at: row.created_at,
  read_at: row.read_at,
  safety: row.safety,
})

/**
 * Inserts a participant's message and moves the conversation to the top, in one statement. Returns null when the
 * conversation is not theirs or is closed between them, or the id is taken. The lock on the conversation's row gives
 * its messages one order: sequence numbers, times and commits agree. Of two concurrent inserts with one id, the second
 * rolls back entirely, so it uses up no number.
 */
export const insertMessage = (db: Queryable, message: NewMessageRow) =>
  unlessKnown(maybeRow<SentRow>(db, insertion(message)))

/** The same, within a transaction; of two concurrent inserts, the second ends it by throwing: see `unlessKnown`. */
export const insertMessageIn = (tx: Tx, message: NewMessageRow) =>
  maybeRow<SentRow>(tx, insertion(message))

/** Returns null when another insert with the same id was faster. */
export async function unlessKnown<Sent>(inserting: Promise<Sent>): Promise<Sent | null> {
  try {
    return await inserting
  } catch (error) {
    if (violatedConstraint(error) === 'messages_pkey') return null
    throw error
  }
}

/**
 * Both people are locked before their conversation: a message waits for a deletion of either account that is under way,
 * and is then not inserted.
 */
const insertion = (message: NewMessageRow) => sql`with people as materialized (
        select profiles.id from conversations join profiles on profiles.id in (seller_id, creator_id)
        where conversations.id = ${message.conversationId} and ${message.senderId} in (seller_id, creator_id)
          and shown_from is not null
        for key share of profiles),
      conversation as (
        update conversations set updated_at = clock_timestamp(), last_seq = last_seq + 1
        where id = ${message.conversationId} and (select count(*) from people) = 2 and ${mayWrite}
          and not exists (select 1 from messages where messages.id = ${message.id})
        returning id, seller_id, creator_id, project_id, last_seq)
      insert into messages (id, conversation_id, sender_id, recipient_id, seq, content, file_count, safety)
      select ${message.id}, conversation.id, ${message.senderId},
        case when ${message.senderId} = seller_id then creator_id else seller_id end, last_seq, ${message.content},
        ${message.fileCount}, ${warnings(message.signals)}
      from conversation
      returning ${newColumns}, recipient_id`

/**
 * The kinds of warnings a message is stored with: they depend on where the deal's money is when the message is stored.
 * Most messages have no signal and read no payment.
 */
function warnings(signals: readonly SafetyKind[]): Statement {
  if (signals.length === 0) return sql`'{}'::text[]`
  const later = warnedKinds(signals, 'held_in_escrow')
  return sql`case when exists (select 1 from payments
      where payments.project_id = conversation.project_id and payments.creator_id = conversation.creator_id
        and purpose = 'deal' and status = any(${MONEY_WAS_HELD}))
    then ${later}::text[] else ${signals}::text[] end`
}

/**
 * Marks the other side's messages as read. Returns the number marked, and the newest of them. The time is the
 * database's, like a message's own: the sweep for unpublished receipts compares it with the database's clock.
 */
export async function markRead(
  db: Queryable,
  conversationId: string,
  readerId: string,
): Promise<{ count: number; newest_id: string | null }> {
  const newestFirst = await rows<{ id: string }>(
    db,
    sql`with read as (
        update messages set read_at = statement_timestamp()
        where conversation_id = ${conversationId} and recipient_id = ${readerId} and read_at is null
        returning id, seq)
      select id from read order by seq desc`,
  )
  return { count: newestFirst.length, newest_id: newestFirst[0]?.id ?? null }
}
