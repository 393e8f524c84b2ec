import { solve } from './solve-puzzle.ts'

/** What the page asks of this worker; it answers with the solution. */
export interface PuzzleOrder {
  challenge: string
  bits: number
}

addEventListener('message', ({ data }: MessageEvent<PuzzleOrder>) =>
  postMessage(solve(data.challenge, data.bits)),
)
