/** So long nothing must have come from the network, in ms: a picture follows the answer that names it sooner. */
const QUIET_MS = 400
/** After this long a page is taken to stand, in ms: something may come all the time. */
const LONGEST_WAIT_MS = 4_000

/**
 * Runs once the page is loaded, what its first screen asked for is here and the browser has nothing else to do: for
 * what keeps a page going and must not keep its reader waiting. After `signal` it does not run any more.
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
