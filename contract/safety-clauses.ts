/** The maximum number of characters that are checked: more than a message can have. The rest is ignored. */
export const SAFETY_READS = 10_000

/** Letters of other scripts that look like Latin ones, each listed above its look-alike. */
const DOUBLES = 'авекмнорстухіѕԁӏαεικνορτυ'
const LATIN = 'abekmhopctyxisdlaeikvoptu'
const double = new RegExp(`[${DOUBLES}]`, 'g')

/**
 * Returns the text in lower case, without accents, invisible characters and width variants, and with Latin letters in
 * place of look-alikes from other scripts.
 */
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

/** Returns the same text with spelled digits as digits: "four one one" becomes "4 1 1". */
export const withDigits = (text: string): string =>
  text.replace(spelled, (word) => String(DIGITS.indexOf(word)))

const LOOKS_LIKE: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }
const MASKED = /^(?=(?:\d*[a-z]){3})(?=.*\d)[a-z013457]{4,}$/
/** Turns "p4ypa1" into "paypal": digits among at least three letters. */
const unmasked = (word: string): string =>
  word.length >= 4 && /\d/.test(word) && MASKED.test(word)
    ? word.replace(/\d/g, (digit) => LOOKS_LIKE[digit] ?? digit)
    : word

const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
/**
 * Finds where the next word begins and ends, a-z and 0-9. Written by hand: a match object for each word costs more than
 * the rules that read it.
 */
function wordFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1
  return at
}
function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && isWordCode(text.charCodeAt(at))) at += 1
  return at
}

/** No word of a rule is longer than this, which bounds what a rule reads. */
const WORD = 24

/**
 * Returns a folded text as its sentences: words between single spaces, with a space at both ends. Commas stay. "@", "."
 * within an address and "/" become "at", "dot" and "slash", and letters that stand alone become the word they spell.
 */
export function clauses(text: string): string[] {
  const sentences: string[][] = [[]]
  let letters = 0
  let end = 0
  let words = sentences[0] ?? []
  for (let begin = wordFrom(text, 0); begin < text.length; begin = wordFrom(text, end)) {
    const between = text.slice(end, begin)
    end = wordEnd(text, begin)
    const word = unmasked(text.slice(begin, end)).slice(0, WORD)
    const isLetter = word.length === 1 && word >= 'a'
    if (isLetter && letters > 0 && (between === ' ' || /^[ .\-_*|,/]{1,2}$/.test(between))) {
      letters += 1
      words.push(word)
      continue
    }
    spellOut(words, letters)
    letters = isLetter ? 1 : 0
    // Most words follow a space, and for those none of the checks below applies.
    if (between === ' ') {
      words.push(word)
      continue
    }
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

/** Joins the last `count` words, which are single letters, if they are enough to spell a word: "o t p". */
function spellOut(words: string[], count: number): void {
  if (count >= 3) words.push(words.splice(-count).join('').slice(0, WORD))
}
