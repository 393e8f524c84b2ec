import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { UnpublishedMessage } from '#server/realtime/conversation-source.ts'
import type { Receipt } from '#server/realtime/publisher.ts'

/** How far back the sweep looks, in seconds. */
const SINCE_S = 25
/** How long a process has to publish what it stored before the sweep does so, in seconds. */
const UNTIL_S = 3

/**
 * Returns recent messages to or from these people that may not have been published: the process that stored one may
 * have died first. Conversations are found by person and time, messages by number; both are indexed.
 */
export const unpublishedMessages = (db: Queryable, people: readonly string[]) =>
  rows<UnpublishedMessage>(
    db,
    sql`with talks as (
        select id, seller_id, creator_id, last_seq from conversations
          where seller_id = any(${people}::uuid[]) and updated_at > clock_timestamp() - make_interval(secs => ${SINCE_S})
        union
        select id, seller_id, creator_id, last_seq from conversations
          where creator_id = any(${people}::uuid[]) and updated_at > clock_timestamp() - make_interval(secs => ${SINCE_S}))
      select messages.id as message_id, array[talks.seller_id, talks.creator_id] as people
      from talks join messages on messages.conversation_id = talks.id and messages.seq > talks.last_seq - 20
      where messages.created_at > clock_timestamp() - make_interval(secs => ${SINCE_S})
        and messages.created_at < clock_timestamp() - make_interval(secs => ${UNTIL_S})
      order by messages.conversation_id, messages.seq`,
  )

/**
 * Returns recent read receipts to or from these people that may not have been published: for each time someone read,
 * the newest message they read. The time of reading is indexed, so the cost depends on the market's last few seconds,
 * not on its age.
 */
export const unpublishedReceipts = (db: Queryable, people: readonly string[]) =>
  rows<Receipt>(
    db,
    sql`select distinct on (messages.conversation_id, messages.recipient_id, messages.read_at)
        messages.id as message_id, array[messages.sender_id, messages.recipient_id] as people,
        messages.recipient_id as reader_id, conversations.project_id
      from messages join conversations on conversations.id = messages.conversation_id
      where messages.read_at > clock_timestamp() - make_interval(secs => ${SINCE_S})
        and messages.read_at < clock_timestamp() - make_interval(secs => ${UNTIL_S})
        and (messages.sender_id = any(${people}::uuid[]) or messages.recipient_id = any(${people}::uuid[]))
      order by messages.conversation_id, messages.recipient_id, messages.read_at, messages.seq desc`,
  )
