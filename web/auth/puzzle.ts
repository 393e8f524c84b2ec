import { PUZZLE_PATH, PUZZLE_UNSOLVED, type SignUpPuzzle } from '#contract/sign-up-puzzle.ts'
import { ownAuthCall } from '#web/api/own-auth-call.ts'
import { ownWorker } from '#web/ui/own-worker.ts'
import type { PuzzleOrder } from './puzzle-worker.ts'
// oxlint-disable-next-line import/default -- the bundler turns it into an address
import address from './puzzle-worker.ts?worker&url'

const startWorker = ownWorker('puzzle', address)

/**
 * Fetches the puzzle for a sign-up with this address, and solves it in a worker. Returns what to send as
 * `captchaToken`; undefined when none is needed any more. Throws like the auth service.
 */
export async function solvedPuzzle(email: string): Promise<string | undefined> {
  const { challenge, bits } = (await ownAuthCall(PUZZLE_PATH, { email })) as SignUpPuzzle
  return challenge === null || bits === null ? undefined : await solveBeside({ challenge, bits })
}

function solveBeside(order: PuzzleOrder): Promise<string> {
  const worker = startWorker()
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error(PUZZLE_UNSOLVED)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(order)
  }).finally(() => worker.terminate())
}
