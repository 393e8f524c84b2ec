import type { Log } from '#server/logging/log.ts'

/**
 * Runs something every `everyMs`, never concurrently. A failure is logged and retried. Returns the function that stops
 * it.
 */
export function every(
  everyMs: number,
  work: () => Promise<void>,
  log: Log,
  failure: string,
): () => void {
  let working = false
  const timer = setInterval(() => {
    if (working) return
    working = true
    work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        working = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
