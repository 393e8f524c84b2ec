/** What says that the database cannot at the moment, and that nothing of what was asked has happened by it. */
interface DatabaseError {
  code?: string
  message: string
}

/** Connection refused or lost, server shutting down or starting up, no free connection in time. */
export function isDatabaseAway({ code = '', message }: DatabaseError): boolean {
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\d{3}|53300)$/.test(code)) return true
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message)
}

/** No room on its disk: it reads on, and writes again once there is some. */
export const isDatabaseFull = ({ code = '' }: DatabaseError): boolean => code === '53100'
