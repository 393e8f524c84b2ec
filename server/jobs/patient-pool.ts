import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'

/** The pause between attempts to reach a database that is unavailable, or to write to one whose disk is full, in ms. */
const TRY_EVERY_MS = { away: 250, full: 3_000 } as const

/**
 * The names of the statements with which the queue records how a job ended. The queue does not await them, so one that
 * failed would end the process.
 */
const ENDS_A_JOB = /^(complete|fail)_job/

/** The result of a statement that was given up: the queue reads nothing from such results. */
const NO_ROWS = { rows: [], rowCount: 0 }

/**
 * The pool as the queue sees it. Connecting waits until the database is available. The end of a job is recorded however
 * long that takes, on a new connection if the old one is unusable. If it cannot be recorded at all, the job runs again
 * (dead-workers.ts).
 */
export function patientPool(pool: Pool, log: Log): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

  // With a callback: this is the queue's listener, which reconnects by itself.
  function connect(callback?: Parameters<Pool['connect']>[0]) {
    return callback === undefined ? patientClient() : pool.connect(callback)
  }

  async function patientClient(): Promise<pg.PoolClient> {
    const client = await connection(pool)
    return client === null ? NOBODY : queueClient(pool, client, log)
  }
}

/** How long a job waits after it hit a full disk, in seconds: a full disk is seldom freed within moments. */
const FULL_PAUSE_S = 30

/**
 * Whether an attempt failed for a reason outside of its job: the database was unavailable, or a disk (the database's or
 * ours) is full.
 */
export const isOutage = (error: Error): boolean => isDatabaseAway(error) || hasNoRoom(error)

function hasNoRoom(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' || isDatabaseFull(error)
}

/**
 * Takes back an attempt that failed because of an outage, once the database is available again: an outage must not use
 * up the attempts of a job that has few. Gives up when the pool ends.
 */
export async function uncountAttempt(pool: Pool, jobId: string, error: Error): Promise<void> {
  while (!pool.ending) {
    try {
      await pool.query(
        `update graphile_worker._private_jobs set attempts = attempts - 1,
          run_at = greatest(run_at, now() + make_interval(secs => $2)) where id = $1 and attempts > 0`,
        [jobId, hasNoRoom(error) ? FULL_PAUSE_S : 0],
      )
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause(TRY_EVERY_MS.away)
    }
  }
}

/**
 * What the queue gets from a pool that ends: the queue does not await everything it does, and an error there would end
 * the process.
 */
const NOBODY = {
  query: () => Promise.resolve(NO_ROWS),
  release: () => undefined,
} as unknown as pg.PoolClient

/** A connection, as soon as one is available; null when the pool ends first. */
async function connection(pool: Pool): Promise<pg.PoolClient | null> {
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (pool.ending) return null
      if (!isPassing(error)) throw error
      await pause(TRY_EVERY_MS.away)
    }
  }
}

const isPassing = (error: unknown): error is Error =>
  error instanceof Error && (isDatabaseAway(error) || isDatabaseFull(error))

function queueClient(pool: Pool, first: pg.PoolClient, log: Log): pg.PoolClient {
  let client: pg.PoolClient | null = first
  let spent = false

  const release = (error?: Error | boolean) => {
    client?.release(spent || error)
    client = null
  }

  async function once(query: unknown[]): Promise<unknown> {
    if (client === null) {
      client = await connection(pool)
      if (client === null) return NO_ROWS
      spent = false
    }
    try {
      return (await Reflect.apply(client.query, client, query)) as unknown
    } catch (error) {
      spent ||= error instanceof Error && isDatabaseAway(error)
      throw error
    }
  }

  async function untilRecorded(query: unknown[]): Promise<unknown> {
    for (;;) {
      try {
        return await once(query)
      } catch (error) {
        if (pool.ending) return NO_ROWS
        if (!isPassing(error)) {
          log.error({ err: error }, 'the end of a job could not be recorded: it will run again')
          return NO_ROWS
        }
        if (spent) release()
        await pause(isDatabaseFull(error) ? TRY_EVERY_MS.full : TRY_EVERY_MS.away)
      }
    }
  }

  return new Proxy(first, {
    get(target, name) {
      if (name === 'release') return release
      if (name === 'query')
        return (...query: unknown[]) => (endsAJob(query) ? untilRecorded(query) : once(query))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const endsAJob = ([config]: unknown[]): boolean =>
  ENDS_A_JOB.test((config as { name?: string } | undefined)?.name ?? '')
