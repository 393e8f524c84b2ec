import type { Pool } from './pool.ts'

/**
 * Thrown when the sessions that DATABASE_URL leads to do not meet the product's needs. The message is one sentence or
 * two.
 */
export class UnfitSessions extends Error {
  override name = 'UnfitSessions'
}

const NO_SESSIONS =
  'DATABASE_URL leads to a pooler that gives every transaction another session (pgbouncer: pool_mode = transaction). ' +
  'LISTEN, advisory locks and prepared statements need a session for as long as a connection lasts: ' +
  'set pool_mode = session, or connect to PostgreSQL itself.'

const wrongZone = (zone: string) =>
  `The sessions behind DATABASE_URL run in the time zone ${zone}, although each was set to UTC. Every time would be ` +
  'read wrong: find what changes the settings of sessions between this process and PostgreSQL.'

/** A pooler reuses the same session only while no one else uses it, so a single look may not reveal it. */
const LOOKS = 3

/** Throws UnfitSessions when `pool` (of two connections or more) does not lead to sessions of its own that run in UTC. */
export async function refuseUnfitSessions(pool: Pool): Promise<void> {
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    try {
      for (let look = 0; look < LOOKS; look += 1) {
        const mine = await sessionOf(one)
        await other.query('begin')
        const others = await sessionOf(other)
        // While the other's transaction is open, a pooler has to send this elsewhere.
        const mineNow = await sessionOf(one)
        await other.query('rollback')
        if (mine.pid !== mineNow.pid || mine.pid === others.pid)
          throw new UnfitSessions(NO_SESSIONS)
        if (mine.zone !== 'UTC') throw new UnfitSessions(wrongZone(mine.zone))
      }
    } finally {
      // Closed: a session that a pooler has altered must not be used again.
      other.release(true)
    }
  } finally {
    one.release(true)
  }
}

async function sessionOf(client: { query: Pool['query'] }): Promise<{ pid: number; zone: string }> {
  const { rows } = await client.query<{ pid: number; zone: string }>(
    `select pg_backend_pid() as pid, current_setting('timezone') as zone`,
  )
  return rows[0] ?? { pid: 0, zone: 'unknown' }
}
