import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Statement } from '#server/db/sql.ts'
import type { Log } from '#server/logging/log.ts'
import { LINE_CHANNEL, NEWS_CHANNEL, type News, newsOf } from './news.ts'
import { LINE_NAME } from './subscription-store.ts'

/** How a process handles the news it receives. */
export interface Listener {
  /** In commit order. */
  heard: (news: News[]) => void
  /** The line is listening but has no subscriptions yet. */
  opened?: (line: OpenLine) => Promise<void>
  /** Called when the line has closed. */
  lost?: () => void
  /** Every later notification is received; earlier ones may have been missed. */
  listening: (line: OpenLine) => void
}

/** The connection while it is up. */
export interface OpenLine {
  /** Names its channel. Each reconnection has a new id, so that rows of the old one match nothing. */
  id: string
  /** Runs a statement on the line's connection, in order. Throws when the connection is broken. */
  run(statement: Statement): Promise<void>
  /** Settles once everything published before this call was received. Throws when the connection is broken. */
  caughtUp(): Promise<void>
}

/** A process's listener. */
export interface NewsLine {
  close(): Promise<void>
}

/** How often an idle connection is checked, and how long a response may take, in ms. */
const CHECK_EVERY_MS = 10_000
const CHECK_WITHIN_MS = 5_000
/**
 * PostgreSQL closes the connection of a process that has read nothing for this long, in ms. There is one notification
 * queue for all processes: a frozen listener would fill it, and then no transaction that notifies could commit.
 */
const UNREAD_MS = 60_000
/** The pause before a broken connection is replaced, in ms; doubles up to the second number. */
const RETRY_MS = { first: 100, longest: 5_000 } as const

/**
 * Listens on a dedicated connection for as long as the process lives. A broken connection is replaced; notifications
 * from the gap are lost, and `listening` reports that.
 */
export function listenForNews(
  databaseUrl: string,
  listener: Listener,
  log: Log,
  unreadMs = UNREAD_MS,
): NewsLine {
  const stop = new AbortController()
  const { signal } = stop

  async function keepListening(): Promise<void> {
    let wait: number = RETRY_MS.first
    while (!signal.aborted) {
      await listenOnce(
        databaseUrl,
        listener,
        { signal, unreadMs },
        () => (wait = RETRY_MS.first),
      ).catch((error: unknown) =>
        log.warn({ err: error }, 'the line to the other processes is down'),
      )
      await pause(wait, undefined, { signal }).catch(() => undefined)
      wait = Math.min(wait * 2, RETRY_MS.longest)
    }
  }

  const ended = keepListening()
  return {
    close() {
      stop.abort()
      return ended
    },
  }
}

/** Runs one connection from start to end. Throws when it broke, returns when it was stopped. */
async function listenOnce(
  databaseUrl: string,
  listener: Listener,
  { signal, unreadMs }: { signal: AbortSignal; unreadMs: number },
  connected: () => void,
): Promise<void> {
  const id = randomBytes(12).toString('hex')
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: CHECK_WITHIN_MS,
    query_timeout: CHECK_WITHIN_MS,
  })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
  })
  // It may break while no one awaits it.
  broken.catch(() => undefined)
  client.on('notification', ({ payload }) => listener.heard(newsOf(payload)))
  try {
    await Promise.race([client.connect(), broken])
    // Not set in the connection options: a pooler would refuse them.
    await client.query(
      `select set_config('application_name', $1, false), set_config('tcp_user_timeout', $2, false)`,
      [LINE_NAME + id, String(unreadMs)],
    )
    await client.query(`listen ${NEWS_CHANNEL}`)
    await client.query(`listen ${LINE_CHANNEL}${id}`)
    const line: OpenLine = {
      id,
      run: ({ text, values }) => client.query(text, [...values]).then(() => undefined),
      // PostgreSQL delivers pending notifications before it answers.
      caughtUp: () => client.query('select 1').then(() => undefined),
    }
    await listener.opened?.(line)
    connected()
    listener.listening(line)
    while (!signal.aborted) {
      await Promise.race([
        pause(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined),
        broken,
      ])
      // A connection that fell silent without closing (a firewall, a pulled cable) is detected only by a request.
      if (!signal.aborted) await client.query('select 1')
    }
  } finally {
    listener.lost?.()
    await client.end().catch(() => undefined)
  }
}
