import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import type { Pool } from '#server/db/pool.ts'

/**
 * The queue fetches jobs and records their failures without anyone awaiting the promise, so an error there would end
 * the process. It retries by itself when PostgreSQL answers with one of these codes: fetching after 50 ms, backing off
 * to 5 s; recording after 3 s, backing off to two minutes; a hundred times each.
 */
const AGAIN_SOON = '40001'
const AGAIN_LATER = '57P03'

/** The pause between attempts to reach a database that is away, in ms. */
const TRY_EVERY_MS = 250

/**
 * The pool as the queue sees it: connecting waits until the database is available, and transient errors become
 * retryable ones.
 */
export function patientPool(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

  // With a callback: the queue's listener, which reconnects by itself.
  function connect(callback?: Parameters<Pool['connect']>[0]) {
    return callback === undefined ? patientClient() : pool.connect(callback)
  }

  async function patientClient(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return repeatable(await pool.connect())
      } catch (error) {
        if (pool.ending || !isPassing(error)) throw error
        await pause(TRY_EVERY_MS)
      }
    }
  }
}

const isPassing = (error: unknown): error is Error =>
  error instanceof Error && (isDatabaseAway(error) || isDatabaseFull(error))

function repeatable(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'query') return value.bind(target) as unknown
      return async (...query: unknown[]) => {
        try {
          return (await Reflect.apply(value, target, query)) as unknown
        } catch (error) {
          if (!isPassing(error)) throw error
          const code = isDatabaseFull(error) ? AGAIN_LATER : AGAIN_SOON
          throw Object.assign(new Error(error.message, { cause: error }), { code })
        }
      }
    },
  })
}
