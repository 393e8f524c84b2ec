import type { Log } from '#server/logging/log.ts'

/** Does something every `everyMs`, once at a time; a failure is logged and tried again. Returns the way to stop. */
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
