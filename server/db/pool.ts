import pg from 'pg'

/**
 * Connections to PostgreSQL. Rows arrive as the API sends them: times as RFC 3339 UTC strings, dates as 'YYYY-MM-DD',
 * bigints as numbers (ours count cents or bytes, far below 2^53).
 */
export type Pool = pg.Pool

/** Anything that runs statements: the pool, or one transaction's connection. */
export type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool

const OID = { int8: 20, date: 1082, timestamptz: 1184 } as const

/** '2026-11-20 12:33:00.123+00' → '2026-11-20T12:33:00.123Z'. All our sessions run in UTC. */
const utcText = (value: string) =>
  value.endsWith('+00') ? `${value.slice(0, -3).replace(' ', 'T')}Z` : value

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === OID.int8) return Number
    if (oid === OID.date) return (value: string) => value
    if (oid === OID.timestamptz) return utcText
    return pg.types.getTypeParser(oid, 'text')
  },
}

/** Opens a pool of at most `max` connections. It connects with the first statement. */
export function createPool(databaseUrl: string, max = 10): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    options: '-c timezone=UTC',
  })
  // An idle connection that dies (a restarted server) is replaced on the next statement; without a listener the 'error'
  // event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
