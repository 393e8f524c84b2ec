import { sha256 } from '@noble/hashes/sha2.js'
import { attemptText, startsWithZeroBits } from '#contract/sign-up-puzzle.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Solves a sign-up's puzzle by trying one number after the other. Takes seconds, so it belongs in a worker. */
export function solve(challenge: string, bits: number): string {
  // The common prefix of all attempts is hashed once.
  const begun = sha256.create().update(bytesOf(`${challenge}.`))
  for (let attempt = 0; ; attempt += 1)
    if (
      startsWithZeroBits(
        begun
          .clone()
          .update(bytesOf(String(attempt)))
          .digest(),
        bits,
      )
    )
      return attemptText(challenge, attempt)
}
