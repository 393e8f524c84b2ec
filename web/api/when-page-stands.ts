/** The network must be silent for this long, in ms: a picture follows the response that names it sooner. */
const QUIET_MS = 400
/** After this long a page counts as idle, in ms: something may be arriving all the time. */
const LONGEST_WAIT_MS = 4_000

/**
 * Runs once the page is loaded, its first screen's requests are done and the browser is idle: for maintenance that must
 * not keep the reader waiting. Does not run after `signal` aborts.
 */
export function whenPageStands(run: () => void, signal: AbortSignal): void {
  const latest = performance.now() + LONGEST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const arrivals = new PerformanceObserver(waitOn)

  function waitOn() {
    clearTimeout(timer)
    timer = setTimeout(stands, Math.max(0, Math.min(QUIET_MS, latest - performance.now())))
  }
  function stands() {
    stop()
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => signal.aborted || run(), { timeout: LONGEST_WAIT_MS })
    else run()
  }
  function stop() {
    clearTimeout(timer)
    arrivals.disconnect()
    signal.removeEventListener('abort', stop)
  }

  signal.addEventListener('abort', stop)
  arrivals.observe({ type: 'resource' })
  waitOn()
}
