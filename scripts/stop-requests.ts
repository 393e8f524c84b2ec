import { parentOf } from './processes.ts'

/** A second request after this time means that stopping takes too long. */
const IMPATIENT_AFTER_MS = 2_000

/**
 * Calls `stop` once, when the process should end: on Ctrl-C, SIGTERM, a closed terminal, or when the npm above it is
 * killed (npm and its shell do not forward everything). A second Ctrl-C ends it at once.
 */
export function onStopRequest(stop: () => void): void {
  let since: number | null = null
  const request = () => {
    if (since === null) {
      since = performance.now()
      stop()
    } else if (performance.now() - since > IMPATIENT_AFTER_MS) {
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  if (process.env['npm_lifecycle_event']) whenOrphaned(request)
}

/**
 * Between npm and this process there may be a shell that outlives npm, so both are watched. When another Node started
 * this process (node-version.mjs), it is in between.
 */
function whenOrphaned(request: () => void): void {
  const generations = process.env['RUN_BY_OTHER_NODE'] ? 3 : 2
  const lineage = () => {
    const pids = [String(process.ppid)]
    while (pids.length < generations) pids.push(String(parentOf(Number(pids.at(-1)))))
    return pids.join(' ')
  }
  const born = lineage()
  const watch = setInterval(() => {
    if (lineage() === born) return
    clearInterval(watch)
    request()
  }, 500)
  watch.unref()
}
