import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway } from '#server/db/away.ts'
import { END_UNREACHABLE_SESSIONS } from '#server/db/pool.ts'

/**
 * Locks on uploads across processes: PostgreSQL advisory locks, all on one connection of this process, so that twenty
 * slow uploads do not occupy twenty connections. A waiter asks the holder to release (directly in this process, by
 * NOTIFY in another), as the protocol recommends.
 */
export interface UploadLocks extends Locker {
  /** Runs work while holding an upload's lock; returns null, without waiting, when it is taken. */
  ifFree<T>(id: string, work: () => Promise<T>): Promise<T | null>
  /** Runs work while holding an upload's lock, after its current holder releases it. Throws ERR_LOCK_TIMEOUT. */
  holding<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Releases everything. */
  close(): Promise<void>
}

/** The first half of the advisory locks' key, which keeps them apart from all others. */
const LOCK_CLASS = 7_221_950
const CHANNEL = 'cartwright_upload_release'
/** The time that a holder has to release; the client retries on its own. */
const PATIENCE_MS = 15_000
/** The time between two attempts at a lock held by another process. */
const LOOK_MS = 100

/**
 * The time in ms that PostgreSQL may take to respond before the connection counts as lost, and the time after which TCP
 * begins to check it.
 */
const ANSWER_MS = 5_000
const KEEP_ALIVE_MS = 10_000

interface Held {
  release: RequestRelease
  freed: Promise<void>
  free: () => void
}

/** The connection, and the function that disposes of it. */
interface Session {
  client: pg.Client
  lost: () => void
}

export function uploadLocks(
  databaseUrl: string,
  patienceMs = PATIENCE_MS,
  answerMs = ANSWER_MS,
): UploadLocks {
  const held = new Map<string, Held>()
  let connecting: Promise<Session> | null = null
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(forget: () => void): Promise<Session> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    let isLost = false
    const lost = () => {
      if (isLost) return
      isLost = true
      forget()
      // PostgreSQL released the locks with the connection: continuing to write would corrupt another request's upload.
      for (const { release } of held.values()) void release()
      client.end().catch(() => {})
    }
    client.on('error', () => {})
    client.on('end', lost)
    client.on('notification', ({ payload }) => void held.get(payload ?? '')?.release())
    try {
      await client.connect()
      await client.query(`${END_UNREACHABLE_SESSIONS}; listen ${CHANNEL}`)
    } catch (error) {
      lost()
      throw error
    }
    return { client, lost }
  }

  function connection(): Promise<Session> {
    if (connecting !== null) return connecting
    const attempt = connect(() => {
      if (connecting === attempt) connecting = null
    })
    connecting = attempt
    return attempt
  }

  /** Queries are serialised: a connection runs one at a time. */
  async function ask<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const { client, lost } = await connection()
    const answer = asking.then(() => client.query<Row>(text, values))
    asking = answer.catch(() => {})
    try {
      return (await answer).rows
    } catch (error) {
      // A connection that stopped responding does not close by itself.
      if (error instanceof Error && isDatabaseAway(error)) lost()
      throw error
    }
  }

  /** Makes one attempt; returns whether we hold the lock now. */
  async function take(id: string, release: RequestRelease): Promise<boolean> {
    if (held.has(id)) return false
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    // Claimed within this process before the query, because one connection may take its own lock twice.
    held.set(id, { release, freed, free })
    let got = false
    try {
      const [answer] = await ask<{ got: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as got',
        [LOCK_CLASS, id],
      )
      got = answer?.got ?? false
    } finally {
      if (!got) letGo(id)
    }
    return got
  }

  async function acquire(id: string, release: RequestRelease, signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + patienceMs
    while (!(await take(id, release))) {
      if (signal?.aborted === true || Date.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT
      const here = held.get(id)
      if (here === undefined) {
        await ask('select pg_notify($1, $2)', [CHANNEL, id])
        await pause(LOOK_MS)
      } else {
        await here.release()
        await Promise.race([here.freed, pause(LOOK_MS)])
      }
    }
  }

  function letGo(id: string): void {
    const entry = held.get(id)
    held.delete(id)
    entry?.free()
  }

  async function unlock(id: string): Promise<void> {
    try {
      // Without a connection there is no lock left to release.
      if (connecting !== null)
        await ask('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, id])
    } catch {
      // The connection died, and its locks with it.
    } finally {
      letGo(id)
    }
  }

  async function during<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await unlock(id)
    }
  }

  const unwilling = () => {}

  return {
    newLock: (id): Lock => ({
      lock: (signal, release) => acquire(id, release, signal),
      unlock: () => unlock(id),
    }),
    async ifFree(id, work) {
      return (await take(id, unwilling)) ? during(id, work) : null
    },
    async holding(id, work) {
      await acquire(id, unwilling)
      return during(id, work)
    },
    async close() {
      const session = await connecting?.catch(() => null)
      await session?.client.end()
    },
  }
}
