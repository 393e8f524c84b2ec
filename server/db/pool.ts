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

/** How long statements may take, in ms. */
export interface Patience {
  /** The server ends a statement after this. */
  statementMs: number
  /**
   * We give up the connection after this, a little later than the server's own limit: only a server that has fallen
   * silent lets it pass.
   */
  answerMs: number
}

/** Someone is waiting for a request; jobs and commands may read whole tables. */
export const PATIENCE = {
  request: { statementMs: 9_000, answerMs: 10_000 },
  work: { statementMs: 30_000, answerMs: 31_000 },
} as const satisfies Record<string, Patience>

/** How long a connection is kept without a statement, in ms. */
const IDLE_MS = 10_000
/**
 * The same for the connections of requests. A page takes up to seven at once, and opening them costs more than its
 * statements: on a quiet site, the first page after a pause took 29 ms instead of 14 (docs/performance.md).
 */
export const REQUEST_IDLE_MS = 60_000
/** How long opening a connection may take, and then applying its settings, in ms. */
const CONNECT_MS = 5_000
/** A transaction that has been idle for this long has lost its process, in ms. */
const IDLE_IN_TRANSACTION_MS = 30_000

/**
 * After 25 s without a response PostgreSQL ends a session whose process it can no longer reach, and so frees what that
 * session holds: a lock on an upload, the mark of a living worker. Its own default is two hours. Over a Unix socket
 * this has no effect.
 */
export const END_UNREACHABLE_SESSIONS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000'

/**
 * What every session of ours runs under: the limits, and the format of times. Set by a statement and not as startup
 * parameters, which poolers refuse or drop.
 */
function openSession(statementMs: number, readOnly: boolean): (client: pg.ClientBase) => unknown {
  const text = `set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${statementMs};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
    set default_transaction_read_only = ${readOnly}; ${END_UNREACHABLE_SESSIONS}`
  // The pool awaits this, although the type of its option does not say so.
  return (client) => client.query({ text, query_timeout: CONNECT_MS } as pg.QueryConfig)
}

/** When the system begins to probe whether an idle connection still has another end, in ms. */
const KEEP_ALIVE_MS = 10_000

/**
 * Opens a pool of at most `max` connections. It connects with the first statement. A connection that broke, fell silent
 * or leads to a standby is replaced, never reused; one without a statement for `idleMs` is closed. With `readOnly` the
 * server refuses every write.
 */
export function createPool(
  databaseUrl: string,
  max = 10,
  {
    statementMs,
    answerMs,
    readOnly = false,
    idleMs = IDLE_MS,
  }: Patience & { readOnly?: boolean; idleMs?: number } = PATIENCE.work,
): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: answerMs,
    onConnect: openSession(statementMs, readOnly),
  })
  // An idle connection that dies (a restarted server) is replaced on the next statement; without a listener the 'error'
  // event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
