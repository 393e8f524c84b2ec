/** How hard a new password is to guess, in three steps. */
export type Strength = 'weak' | 'fair' | 'strong'

/**
 * The bits from which each step begins. Our own choice: what an attacker with a stolen hash tries in minutes, and in
 * years.
 */
const FAIR_BITS = 36
const STRONG_BITS = 60

/** The worth of a dictionary word: it is one of some sixty thousand. Letters beyond eight add a little. */
const WORD_BITS = 16
const WORD_LETTERS = 8
const LONGER_BITS = 2

const LETTER_BITS = Math.log2(26)
const DIGIT_BITS = Math.log2(10)
const SIGN_BITS = Math.log2(33)

/** The words that occur most often in passwords. */
const USUAL =
  /pass ?w[o0]rd|letmein|welcome|iloveyou|qwert|asdf|zxcv|admin|monkey|dragon|football|sunshine|princess|secret/g

/**
 * An estimate that needs no list: the service itself refuses the listed passwords. It treats each run of letters as a
 * word, and counts repetitions and sequences ("aaa", "4567") as one character. `brandName` is the first thing an
 * attacker tries.
 */
export function strengthOf(password: string, brandName: string): Strength {
  const plain = password.toLowerCase().replaceAll(brandName.toLowerCase(), '').replace(USUAL, '')
  const runs = plain.match(/\p{L}+|\p{Nd}+|[^\p{L}\p{Nd}]+/gu) ?? []
  const bits = runs.reduce((sum, run) => sum + bitsOf(run), 0)
  if (bits >= STRONG_BITS) return 'strong'
  return bits >= FAIR_BITS ? 'fair' : 'weak'
}

function bitsOf(run: string): number {
  const length = changesIn(run)
  if (/\p{Nd}/u.test(run)) return length * DIGIT_BITS
  if (!/\p{L}/u.test(run)) return length * SIGN_BITS
  const asWord = WORD_BITS + Math.max(0, length - WORD_LETTERS) * LONGER_BITS
  return Math.min(length * LETTER_BITS, asWord)
}

/** The characters of a run that do not follow from the previous one. */
function changesIn(run: string): number {
  const codes = Array.from(run, (character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, place) => {
    const step = code - (codes[place - 1] ?? Number.NaN)
    return Number.isNaN(step) || Math.abs(step) > 1
  }).length
}
