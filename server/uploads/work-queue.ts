/** Runs work as it is given, at most `concurrency` at once, the rest in the order in which they came. */
export function workQueue(concurrency: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed to the next in line, so that nobody arriving meanwhile takes it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
