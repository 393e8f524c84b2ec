/** How long one request may block the event loop, in ms of CPU time: every other reader waits that long. */
export const HOLD_MS = 50

/** How often a request is repeated before it counts as slow. */
const REPEATS = 6

/**
 * CPU time this thread spends while `work` runs, in ms. Waiting and other processes do not count, so a busy machine
 * changes it little; work on the thread pool (hashes, pictures) blocks no one and is not included.
 */
export async function heldMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The minimum of several runs, ending as soon as one is within HOLD_MS: compilation and garbage collection can hit any
 * request, while a stall that the request causes returns every time.
 */
export const leastHeldMs = (work: () => Promise<unknown>): Promise<number> =>
  leastOf(() => heldMs(work))

/** The same for time that is measured elsewhere: `measure` makes one run and returns its ms. */
export async function leastOf(measure: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let run = 0; run < REPEATS && least > HOLD_MS; run += 1)
    least = Math.min(least, await measure())
  return least
}
