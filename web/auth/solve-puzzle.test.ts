import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { startsWithZeroBits } from '#contract/sign-up-puzzle.ts'
import { solve } from './solve-puzzle.ts'

const CHALLENGE = `1795780800.12.${'n'.repeat(22)}.${'m'.repeat(43)}`

test.each([0, 1, 8, 9, 12])(
  'the solution is the first attempt whose hash begins with %i zero bits',
  (bits) => {
    const solution = solve(CHALLENGE, bits)
    const passes = (text: string) =>
      startsWithZeroBits(sha256(new TextEncoder().encode(text)), bits)
    expect(solution).toMatch(/^1795780800\.12\.n{22}\.m{43}\.\d+$/)
    expect(passes(solution)).toBe(true)
    const earlier = Array.from(
      { length: Number(solution.split('.').at(-1)) },
      (_, attempt) => `${CHALLENGE}.${attempt}`,
    )
    expect(earlier.filter(passes)).toEqual([])
  },
)
