/** All randomness of one run, from its seed: the same seed sends the same requests. */
export interface Chance {
  /** 0 ≤ x < 1. */
  unit(): number
  /** 0 ≤ n < below. */
  below(below: number): number
  one<T>(options: readonly T[]): T
  /** True with this probability (0 to 1). */
  now(often: number): boolean
  text(length: number): string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz ABCDE 0123456789 -_.é漢🚀'

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  // mulberry32: small, and good enough to choose requests with.
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.trunc(unit() * most)
  return {
    unit,
    below,
    one<T>(options: readonly T[]): T {
      const chosen = options[below(options.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    now: (often) => unit() < often,
    text: (length) => Array.from({ length }, () => LETTERS.charAt(below(LETTERS.length))).join(''),
  }
}
