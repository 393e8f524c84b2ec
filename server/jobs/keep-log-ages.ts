import { every } from './every.ts'
import type { LogDestination } from '#server/logging/log-destination.ts'
import type { Log } from '#server/logging/log.ts'

const HOUR_MS = 3_600_000

/**
 * Deletes lines that are past their retention period (contract/retention.ts): at the start of a process and every hour.
 */
export function keepLogAges(destination: LogDestination, log: Log): { stop(): void } {
  // A file system error must not end the process; the next check tries again.
  const forget = async () => destination.forgetOld(new Date())
  forget().catch((error: unknown) => log.warn({ err: error }, FAILURE))
  return { stop: every(HOUR_MS, forget, log, FAILURE) }
}

const FAILURE = 'old log files were not deleted'
