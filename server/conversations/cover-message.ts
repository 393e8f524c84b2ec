import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { publish } from '#server/realtime/news.ts'

/** Covers a message for the other side, on open pages too. Returns false when it is already covered or unknown. */
export async function coverMessage(tx: Tx, id: string, now: Date): Promise<boolean> {
  const covered = await maybeRow<Covered>(
    tx,
    sql`update messages set covered_at = ${now} from conversations
      where messages.id = ${id} and covered_at is null and conversations.id = conversation_id returning ${touched}`,
  )
  if (covered === null) return false
  // The sender still reads their own words: what is published is the other side's view.
  await tell(tx, id, covered, 'cover')
  return true
}

/** Shows a covered message again, on open pages too. */
export async function uncoverMessage(tx: Tx, id: string): Promise<void> {
  const covered = await maybeRow<Covered>(
    tx,
    sql`update messages set covered_at = null from conversations
      where messages.id = ${id} and conversations.id = conversation_id returning ${touched}`,
  )
  if (covered !== null) await tell(tx, id, covered, 'uncover')
}

interface Covered {
  sender_id: string
  people: string[]
  project_id: string
}

const touched = sql`sender_id, array[seller_id, creator_id] as people, project_id`

async function tell(
  tx: Tx,
  id: string,
  { sender_id, people, project_id }: Covered,
  kind: 'cover' | 'uncover',
): Promise<void> {
  const readers = people.filter((person) => person !== sender_id)
  await publish(tx, [{ kind, message_id: id, people: readers }])
  // The preview of the message in their lists.
  await enqueue(tx, 'realtime.changed', { user_ids: people, topics: ['conversations'], project_id })
}
