import type { Pool } from '#server/db/pool.ts'

/**
 * A pool whose process dies before its nth statement, counted from 1 over all connections: what was committed stays, and an open
 * transaction is rolled back.
 */
export function dyingPool(pool: Pool, nth: number): { pool: Pool; hasDied: () => boolean } {
  let sent = 0
  let isDead = false
  const dying = new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      }
      return async () => {
        const client = await target.connect()
        return new Proxy(client, {
          get(connection, member) {
            const value: unknown = Reflect.get(connection, member)
            if (member !== 'query' || typeof value !== 'function')
              return typeof value === 'function' ? (value.bind(connection) as unknown) : value
            return (...given: unknown[]): unknown => {
              sent += 1
              if (sent >= nth && given[0] !== 'rollback') isDead = true
              // What the server does with the transaction of a client that has disconnected.
              if (isDead && given[0] !== 'rollback') return Promise.reject(new Error('killed'))
              return value.apply(connection, given) as unknown
            }
          },
        })
      }
    },
  })
  return { pool: dying, hasDied: () => isDead }
}
