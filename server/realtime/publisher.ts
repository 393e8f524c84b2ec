import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '#contract/conversation-schemas.ts'
import type { Pool } from '#server/db/pool.ts'
import type { News } from './news.ts'
import type { DirectLines } from './direct-lines.ts'
import { publishDirectly } from './direct-publisher.ts'
import { notifySubscribers } from './subscription-store.ts'

/**
 * NOTIFY inside a transaction makes PostgreSQL commit such transactions one after the other, each with its own flush to
 * disk. Messages are therefore published right after their commit, in batches, without waiting for a flush: a
 * notification is worthless after a power cut. Only processes that need some news are notified (decision 0071). If a
 * process dies between commit and publish, the sweep (fan-out.ts) finds the message.
 */
interface Publisher {
  waiting: { news: readonly News[]; published: () => void; failed: (error: unknown) => void }[]
  /** Settles when the queue is empty; null while it is. */
  publishing: Promise<void> | null
}

/** The pause between two notifications of a busy process, in ms: anything that arrives in the meantime is batched. */
const BATCH_MS = 10

/** News per statement. */
const AT_ONCE = 500

const publishers = new WeakMap<Pool, Publisher>()

/** A message that was just committed, and the people who may see it. */
export interface CommittedMessage {
  message: Message
  people: string[]
}

/** The process that publishes through a pool. */
interface LocalListener {
  /** A message it committed. */
  committed(message: CommittedMessage): void
  /** Everything it publishes. */
  heard(news: News[]): void
  /** The id of its own line, which is not notified; null while it has none. */
  line(): string | null
  /** Its connections to other processes. */
  direct: DirectLines
}
const localListeners = new WeakMap<Pool, LocalListener>()

/**
 * Delivers what this process publishes to its own sockets without the round trip through PostgreSQL. Returns the function
 * that ends the subscription.
 */
export function subscribeLocally(pool: Pool, listener: LocalListener): () => void {
  localListeners.set(pool, listener)
  return () => {
    if (localListeners.get(pool) === listener) localListeners.delete(pool)
  }
}

/** Publishes a committed message: to this process's sockets directly, to other processes by NOTIFY. */
export function publishMessage(pool: Pool, committed: CommittedMessage): Promise<void> {
  localListeners.get(pool)?.committed(committed)
  const { message, people } = committed
  return publishNow(pool, [{ kind: 'insert', message_id: message.id, people, message }])
}

/** A read receipt: the newest read message covers all earlier ones. */
export interface Receipt {
  message_id: string
  /** Both sides of the conversation. */
  people: string[]
  reader_id: string
  project_id: string
}

/**
 * The effect of a receipt on open pages: both sides show it, and the reader's other pages refetch their unread counts.
 */
export const receiptNews = ({ message_id, people, reader_id, project_id }: Receipt): News[] => [
  { kind: 'update', message_id, people },
  { kind: 'changed', people: [reader_id], topics: ['conversations'], project_id },
]

/** Publishes committed news to the processes that need them. Settles once PostgreSQL has accepted them; throws when it did not. */
export function publishNow(pool: Pool, news: readonly News[]): Promise<void> {
  const publisher = publishers.get(pool) ?? { waiting: [], publishing: null }
  publishers.set(pool, publisher)
  localListeners.get(pool)?.heard([...news])
  return new Promise((published, failed) => {
    publisher.waiting.push({ news, published, failed })
    publisher.publishing ??= publishWaiting(pool, publisher)
  })
}

/** Settles when everything queued so far was published or has failed. Call it before closing the pool. */
export const flushPublished = (pool: Pool): Promise<void> =>
  publishers.get(pool)?.publishing ?? Promise.resolve()

/** One notification at a time: news that arrives while one is under way joins the next. */
async function publishWaiting(pool: Pool, publisher: Publisher): Promise<void> {
  while (publisher.waiting.length > 0) {
    const batch = publisher.waiting.splice(0)
    try {
      const news = batch.flatMap((one) => [...one.news])
      for (let at = 0; at < news.length; at += AT_ONCE)
        await sendToSubscribers(pool, news.slice(at, at + AT_ONCE))
      for (const { published } of batch) published()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    await pause(BATCH_MS)
  }
  publisher.publishing = null
}

function sendToSubscribers(pool: Pool, news: readonly News[]): Promise<void> {
  const own = localListeners.get(pool)
  const line = own?.line() ?? null
  return own?.direct.own() == null
    ? notifySubscribers(pool, news, line)
    : publishDirectly(pool, own.direct, news, line)
}
