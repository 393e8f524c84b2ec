/** How long one request may hold the event loop, in ms of processor time: every other reader waits that long. */
export const HOLD_MS = 50

/** How often a request is repeated before it is called slow. */
const REPEATS = 6

/**
 * Processor time this thread spends while `work` runs, in ms. It counts no waiting and nothing that other processes do,
 * so a busy machine changes it little; what the thread pool does (hashes, pictures) holds nobody up and is not in it.
 */
export async function heldMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The least of several runs, which ends as soon as one is within HOLD_MS: compiling and collecting garbage happen to
 * any request, a stall that is the request's own fault comes back every time.
 */
export async function leastHeldMs(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let run = 0; run < REPEATS && least > HOLD_MS; run += 1)
    least = Math.min(least, await heldMs(work))
  return least
}
