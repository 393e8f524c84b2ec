const LONG_MS = 60_000

/**
 * A click on Release waits some seconds for the job that moves the money. Here that job runs when the run
 * says so, never meanwhile: every look at the clock finds that a minute has passed, so the wait ends at once.
 */
export async function withoutPatience<T>(click: () => Promise<T>): Promise<T> {
  const { now } = performance
  let passed = 0
  performance.now = () => {
    passed += LONG_MS
    return now.call(performance) + passed
  }
  try {
    return await click()
  } finally {
    performance.now = now
  }
}
