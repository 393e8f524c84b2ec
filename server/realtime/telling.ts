import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '#contract/conversation-schemas.ts'
import type { Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inParts, NEWS_CHANNEL, type News } from './news.ts'

/**
 * NOTIFY inside a transaction makes PostgreSQL commit such transactions one after the other, each with its own flush
 * to disk. Messages are therefore told right after their commit, many in one notification, which need not be
 * flushed: it is worth nothing after a power cut. What dies between the two is found by the sweep (fan-out.ts).
 */
interface Teller {
  waiting: { news: readonly News[]; told: () => void; failed: (error: unknown) => void }[]
  /** Until all of them are told. */
  telling: Promise<void> | null
}

/** Between two notifications of a busy process, in ms: what comes meanwhile goes together. */
const GATHER_MS = 10

const tellers = new WeakMap<Pool, Teller>()

/** A message that was stored a moment ago, and who may hear of it. */
export interface Said {
  message: Message
  people: string[]
}
const ears = new WeakMap<Pool, (said: Said) => void>()

/** This process's own sockets hear a message at once; what comes back by the line is known by then. */
export function hearAtOnce(pool: Pool, hear: (said: Said) => void): () => void {
  ears.set(pool, hear)
  return () => {
    if (ears.get(pool) === hear) ears.delete(pool)
  }
}

/** Tells of a message that is committed: the sockets here now, every other process by the line. */
export function tellMessage(pool: Pool, said: Said): Promise<void> {
  ears.get(pool)?.(said)
  const { message, people } = said
  return tellNow(pool, [{ kind: 'insert', message_id: message.id, people }])
}

/** That somebody read a conversation: the newest message they read stands for all before it. */
export interface Receipt {
  message_id: string
  /** Both sides of the conversation. */
  people: string[]
  reader_id: string
  project_id: string
}

/** What a receipt is to open pages: both sides see it, and the reader's other pages count what is unread again. */
export const receiptNews = ({ message_id, people, reader_id, project_id }: Receipt): News[] => [
  { kind: 'update', message_id, people },
  { kind: 'changed', people: [reader_id], topics: ['conversations'], project_id },
]

/** Tells every process what is committed already; settles when that is on its way. Throws when it cannot. */
export function tellNow(pool: Pool, news: readonly News[]): Promise<void> {
  const teller = tellers.get(pool) ?? { waiting: [], telling: null }
  tellers.set(pool, teller)
  return new Promise((told, failed) => {
    teller.waiting.push({ news, told, failed })
    teller.telling ??= tellWaiting(pool, teller)
  })
}

/** Settles when everything said so far is told, or could not be: before the pool is let go. */
export const allTold = (pool: Pool): Promise<void> =>
  tellers.get(pool)?.telling ?? Promise.resolve()

/** One notification after the other: whatever comes while one is on its way goes together with the next. */
async function tellWaiting(pool: Pool, teller: Teller): Promise<void> {
  while (teller.waiting.length > 0) {
    const batch = teller.waiting.splice(0)
    try {
      for (const text of inParts(batch.flatMap(({ news }) => [...news]))) {
        await execute(
          pool,
          sql`select set_config('synchronous_commit', 'off', true), pg_notify(${NEWS_CHANNEL}, ${text})`,
        )
      }
      for (const { told } of batch) told()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    await pause(GATHER_MS)
  }
  teller.telling = null
}
