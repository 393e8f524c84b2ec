import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Receipt } from './telling.ts'

/** A message and the two who may hear of it. */
export interface UntoldMessage {
  message_id: string
  people: string[]
}

/** How far back messages and receipts are looked at, and how long those who store them get to tell of them, in seconds. */
const SINCE_S = 25
const UNTIL_S = 3

/**
 * What was said to or by these people a moment ago: whoever stored it may have died before telling. Conversations
 * are found by their people and time, messages by their number: both have an index.
 */
export const saidLately = (db: Queryable, people: readonly string[]) =>
  rows<UntoldMessage>(
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
 * What these people read, or had read by the other side, a moment ago: the newest message of each reading. Found by
 * the time of reading, which is indexed, so the cost is that of the market's last readings however long it has been open.
 */
export const readLately = (db: Queryable, people: readonly string[]) =>
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
