import { AsyncLocalStorage } from 'node:async_hooks'

const LONG_MS = 60_000
const clicks = new AsyncLocalStorage<{ passed: number }>()
const { now } = performance

/**
 * A click on Release waits a few seconds for the job that moves the money. Here that job runs only when the run says
 * so, never during the wait: each time the click checks the clock, a minute has passed, so the wait ends at once.
 * Clicks that wait indefinitely keep their own time and do not affect others.
 */
export function withoutPatience<T>(click: () => Promise<T>): Promise<T> {
  performance.now = () => {
    const click = clicks.getStore()
    if (click === undefined) return now.call(performance)
    click.passed += LONG_MS
    return now.call(performance) + click.passed
  }
  return clicks.run({ passed: 0 }, click)
}
