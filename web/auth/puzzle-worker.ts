import { solve } from './solve-puzzle.ts'

/** What the page sends to this worker; the worker responds with the solution. */
export interface PuzzleOrder {
  challenge: string
  bits: number
}

addEventListener('message', ({ data }: MessageEvent<PuzzleOrder>) =>
  postMessage(solve(data.challenge, data.bits)),
)
