import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Locks on uploads across processes: PostgreSQL advisory locks, all on one connection of this process, so that twenty
 * slow uploads do not occupy twenty connections. A waiter asks the holder (in this process directly, in another by
 * NOTIFY) to release, as the protocol recommends.
 */
export interface UploadLocks extends Locker {
  /** Runs work while holding an upload's lock; null, without waiting, when it is taken. */
  ifFree<T>(id: string, work: () => Promise<T>): Promise<T | null>
  /** Runs work while holding an upload's lock, after its current holder. Throws ERR_LOCK_TIMEOUT. */
  holding<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Releases everything. */
  close(): Promise<void>
}

/** First half of the advisory locks' key, which keeps them apart from all others. */
const LOCK_CLASS = 7_221_950
const CHANNEL = 'cartwright_upload_release'
/** How long a holder has to release; the client retries by itself. */
const PATIENCE_MS = 15_000
/** Between two attempts at a lock held by another process. */
const LOOK_MS = 100

interface Held {
  release: RequestRelease
  freed: Promise<void>
  free: () => void
}

export function uploadLocks(databaseUrl: string, patienceMs = PATIENCE_MS): UploadLocks {
  const held = new Map<string, Held>()
  let connecting: Promise<pg.Client> | null = null
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const lost = () => {
      connecting = null
      // PostgreSQL released the locks with the connection: continuing to write would corrupt another's upload.
      for (const { release } of held.values()) void release()
    }
    client.on('error', () => {})
    client.on('end', lost)
    client.on('notification', ({ payload }) => void held.get(payload ?? '')?.release())
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    return client
  }

  function connection(): Promise<pg.Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null
      throw error
    })
    return connecting
  }

  /** One query at a time: a connection cannot answer two at once. */
  async function ask<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const client = await connection()
    const answer = asking.then(() => client.query<Row>(text, values))
    asking = answer.catch(() => {})
    return (await answer).rows
  }

  /** One attempt: whether we hold the lock now. */
  async function take(id: string, release: RequestRelease): Promise<boolean> {
    if (held.has(id)) return false
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    // Claimed within this process before the query: one connection may take its own lock twice.
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
      // The connection died, and the lock with it.
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
      const client = await connecting?.catch(() => null)
      await client?.end()
    },
  }
}
