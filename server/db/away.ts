/** Tells that the database is unavailable for now, and that the statement had no effect. */
interface DatabaseError {
  code?: string
  message: string
}

/** Connection refused or lost, server shutting down or starting up, no free connection in time. */
export function isDatabaseAway({ code = '', message }: DatabaseError): boolean {
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\d{3}|53300)$/.test(code)) return true
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message)
}

/** Its disk is full: it still reads, and writes again once there is room. */
export const isDatabaseFull = ({ code = '' }: DatabaseError): boolean => code === '53100'
