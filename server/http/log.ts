import { pino, type Logger } from 'pino'

/** The process's log. ERROR means somebody must look; a healthy system writes none. */
export type Log = Logger

/** JSON lines on standard output. Tokens, passwords and bodies are never given to it. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: ['req.headers.authorization', 'req.headers.apikey', 'req.headers.cookie'],
  })
}
