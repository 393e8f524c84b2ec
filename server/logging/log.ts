import { type DestinationStream, type Logger, pino } from 'pino'
import { openLogDestination } from './log-destination.ts'
import { createLogFlood, type LogFlood } from './log-flood.ts'

/**
 * The process's log. ERROR: someone must look; a healthy system writes none. WARN: something went wrong and is retried
 * or skipped. INFO: what happened, including denials. DEBUG: every response, every job.
 */
export type Log = Logger

/** Lines above this level are bounded; debug is enabled by the person who runs the process. */
const DEBUG = 20

/**
 * JSON lines, written to a destination that cannot fail (log-destination.ts) or to a test's destination. Each kind of
 * line has a budget per minute. Tokens, passwords and bodies are never logged.
 */
export function createLog(
  level: string,
  destination: DestinationStream = openLogDestination(),
  flood: LogFlood = createLogFlood(),
): Log {
  return withoutSourceMaps(() =>
    pino(
      {
        level,
        serializers: { err: withoutData, error: withoutData },
        redact: ['req.headers.authorization', 'req.headers.apikey', 'req.headers.cookie'],
        hooks: {
          logMethod(args, method, lineLevel) {
            if (lineLevel > DEBUG) {
              const { write, leftOut } = flood.take(kindOf(args))
              for (const { of, lines } of leftOut)
                method.apply(this, [{ of, lines }, 'lines of one kind were left out'])
              if (!write) return
            }
            method.apply(this, args)
          },
        },
      },
      destination,
    ),
  )
}

/** pino looks up its caller; resolving it from the bundle's source map adds half a second to each start. */
function withoutSourceMaps<T>(work: () => T): T {
  const enabled = process.sourceMapsEnabled
  process.setSourceMapsEnabled(false)
  try {
    return work()
  } finally {
    process.setSourceMapsEnabled(enabled)
  }
}

/** Its message, plus our own code for a refusal: denials of one kind do not hide those of another. */
function kindOf(args: readonly unknown[]): string {
  const [first, second] = args
  if (typeof first === 'string') return first
  const code = (first as { code?: unknown } | null | undefined)?.code
  return `${typeof second === 'string' ? second : ''}${typeof code === 'string' ? ` (${code})` : ''}`
}

/** The fields of an error that are logged. A database error's details quote rows, so its other fields are dropped. */
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
