import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import type { Pool } from '#server/db/pool.ts'

/**
 * The queue takes a job off, or notes its failure, without anybody waiting for it: an error there would end the
 * process. It repeats by itself what fails with one of these codes of PostgreSQL: the first 50 ms later and then
 * up to 5 s, the second 3 s later and then up to two minutes, a hundred times each.
 */
const AGAIN_SOON = '40001'
const AGAIN_LATER = '57P03'

/** How often a database that is away is tried, in ms. */
const TRY_EVERY_MS = 250

/** The pool as the queue sees it: who connects waits until the database is there, and what it lacks passes. */
export function patientPool(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

  // With a callback: the queue's ear, which comes back by itself.
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
