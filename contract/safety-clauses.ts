/** The most characters that are checked: more than a message can have. The rest is ignored. */
export const SAFETY_READS = 10_000

/** Letters of other scripts that look like Latin ones, each above its double. */
const DOUBLES = 'авекмнорстухіѕԁӏαεικνορτυ'
const LATIN = 'abekmhopctyxisdlaeikvoptu'
const double = new RegExp(`[${DOUBLES}]`, 'g')

/** Lower case without accents, invisible characters, width, and letters of other scripts in place of Latin ones. */
export const folded = (text: string): string =>
  text
    .slice(0, SAFETY_READS)
    .normalize('NFKD')
    .slice(0, SAFETY_READS)
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(double, (letter) => LATIN[DOUBLES.indexOf(letter)] ?? letter)

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
const spelled = new RegExp(`\\b(?:${DIGITS.join('|')})\\b`, 'g')

/** The same text with spelled digits as digits: "four one one" is "4 1 1". */
export const withDigits = (text: string): string =>
  text.replace(spelled, (word) => String(DIGITS.indexOf(word)))

const LOOKS_LIKE: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }
const MASKED = /^(?=(?:\d*[a-z]){3})(?=.*\d)[a-z013457]{4,}$/
/** "p4ypa1" is "paypal": digits among at least three letters. */
const unmasked = (word: string): string =>
  MASKED.test(word) ? word.replace(/\d/g, (digit) => LOOKS_LIKE[digit] ?? digit) : word

/** No word of a rule is longer; this bounds what a rule reads. */
const WORD = 24

/**
 * A folded text as its sentences: words between single spaces, with a space at both ends. Commas stay, "@", "." within an
 * address and "/" become "at", "dot" and "slash", and letters that stand alone become the word they spell.
 */
export function clauses(text: string): string[] {
  const sentences: string[][] = [[]]
  let letters = 0
  let end = 0
  for (const match of text.matchAll(/[a-z0-9]+/g)) {
    const between = text.slice(end, match.index)
    end = match.index + match[0].length
    let words = sentences.at(-1) ?? []
    const word = unmasked(match[0]).slice(0, WORD)
    const isLetter = /^[a-z]$/.test(word)
    if (isLetter && letters > 0 && /^[ .\-_*|,/]{1,2}$/.test(between)) {
      letters += 1
      words.push(word)
      continue
    }
    spellOut(words, letters)
    letters = isLetter ? 1 : 0
    const isOneNumber = between === ',' && /\d$/.test(words.at(-1) ?? '') && /^\d{3}$/.test(word)
    if ((isOneNumber || /^['’`]$/.test(between)) && words.length > 0) {
      words.push(`${words.pop() ?? ''}${word}`.slice(0, WORD))
      continue
    }
    if (/[!?;\n]|[.…]\s/.test(between)) sentences.push((words = []))
    else if (between.includes('.') && words.length > 0) words.push('dot')
    else if (between.includes('/')) words.push('slash')
    else if (/[,–—]/.test(between)) words.push(',')
    if (between.includes('@')) words.push('at')
    if (/[$€£]/.test(between)) words.push('usd')
    words.push(word)
  }
  spellOut(sentences.at(-1) ?? [], letters)
  return sentences.filter((words) => words.length > 0).map((words) => ` ${words.join(' ')} `)
}

/** Joins the last words, `count` single letters, if they are enough to spell a word: "o t p". */
function spellOut(words: string[], count: number): void {
  if (count >= 3) words.push(words.splice(-count).join('').slice(0, WORD))
}
