import { type DestinationStream, pino, type Logger } from 'pino'

/**
 * The process's log. ERROR means that somebody must look: a healthy system writes none. WARN: something went wrong and
 * is tried again or done without by itself. INFO: what happened, denials included. DEBUG: every answer, every job.
 */
export type Log = Logger

/** JSON lines on standard output, or where a test reads them. Tokens, passwords and bodies are never given to it. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    serializers: { err: withoutData, error: withoutData },
    redact: ['req.headers.authorization', 'req.headers.apikey', 'req.headers.cookie'],
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** What a log keeps of an error. A database error's details quote rows, so none of its other fields are kept. */
interface LoggedError {
  type: string
  message: string
  stack: string | undefined
  code?: unknown
  constraint?: unknown
  cause?: LoggedError
}

function withoutData(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const logged: LoggedError = { type: error.name, message: error.message, stack: error.stack }
  if (code !== undefined) logged.code = code
  if (constraint !== undefined) logged.constraint = constraint
  if (error.cause instanceof Error) logged.cause = withoutData(error.cause) as LoggedError
  return logged
}
