/**
 * The puzzle that a sign-up solves while unusually many arrive (decision 0106): find a number whose SHA-256 together
 * with the challenge begins with enough zero bits. The server issues and checks it; a worker of the page solves it.
 */

export const PUZZLE = {
  /** Zero bits of the easiest one: 65,536 attempts on average, a fraction of a second. */
  leastBits: 16,
  /**
   * Zero bits of the hardest puzzle: a million attempts on average. Anything harder would lock out people with old
   * phones.
   */
  mostBits: 20,
  /** Bits added with each doubling of the sign-ups: twice the flood costs four times the work. */
  bitsPerDoubling: 2,
  /** The time within which a challenge must be solved and used, in seconds. */
  seconds: 300,
  /** Sign-ups per hour above which each one needs a puzzle: per network, and for the whole installation. */
  aboveOfNetwork: 30,
  aboveOfAll: 300,
} as const

/** The puzzle for a client to solve; both null while none is needed. */
export interface SignUpPuzzle {
  challenge: string | null
  bits: number | null
}

/** The path of the call that issues a puzzle, under the auth service's path. */
export const PUZZLE_PATH = '/signup/puzzle'

/**
 * The code of a sign-up that is refused for lack of a solution: the official client's own code for a missing captcha.
 */
export const PUZZLE_NEEDED = 'captcha_failed'

/** Why a sign-up without a solved puzzle is refused. */
export const PUZZLE_UNSOLVED = 'Your browser could not be checked. Please try again.'

/** Shown while a browser solves a puzzle. */
export const PUZZLE_WORDS =
  'Many sign-ups are arriving right now, so we check that yours comes from a browser. It takes some seconds, and there is nothing for you to do.'

/** The text that one attempt hashes. It is also the solution, as sent in the client's `captchaToken`. */
export const attemptText = (challenge: string, attempt: number): string => `${challenge}.${attempt}`

/** Returns whether a hash begins with this many zero bits. */
export function startsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  for (let at = 0; at < whole; at += 1) if (hash[at] !== 0) return false
  const left = bits & 7
  return left === 0 || (hash[whole] ?? 255) >> (8 - left) === 0
}

/** Returns the difficulty in bits while `count` sign-ups are remembered and up to `above` need no puzzle. */
export function bitsFor(count: number, above: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, count / Math.max(1, above))))
  return Math.min(PUZZLE.mostBits, PUZZLE.leastBits + PUZZLE.bitsPerDoubling * doublings)
}

/**
 * The maximum number of sign-ups that are remembered: beyond it the puzzle would not get harder, and the flood would
 * only be remembered longer.
 */
export const mostRemembered = (above: number): number =>
  Math.max(1, above) * 2 ** ((PUZZLE.mostBits - PUZZLE.leastBits) / PUZZLE.bitsPerDoubling)
