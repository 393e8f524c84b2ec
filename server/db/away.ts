/** Thrown when the database is unavailable for now and the statement may be retried. */
interface DatabaseError {
  code?: string
  message: string
}

/**
 * Connections refused, lost or silent; servers shutting down or starting up; no free connection in time. 08…: a pooler
 * reports all of these as 08P01. 25006: the server is a standby, or was the primary a moment ago.
 */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|57P0[123]|08[\dP]\d\d|53300|25006)$/

/** The driver's own messages, and a standby's about an unlogged table, which has no code of its own. */
const AWAY_WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|during recovery/

/**
 * Whether the database is away: the request gets a 503, a job waits. The connection that reported it is not used again,
 * even when it is still open: the next one finds the server that is the primary now.
 */
export const isDatabaseAway = ({ code = '', message }: DatabaseError): boolean =>
  AWAY_CODES.test(code) || AWAY_WORDS.test(message)

/** The database's disk is full: it can still read, and writes again once there is room. */
export const isDatabaseFull = ({ code = '' }: DatabaseError): boolean => code === '53100'

/** The statement ran out of time or lost against another transaction, and was rolled back: a retry makes sense. */
export const hasLostItsTurn = ({ code = '' }: DatabaseError): boolean =>
  /^(57014|55P03|40P01|40001)$/.test(code)
