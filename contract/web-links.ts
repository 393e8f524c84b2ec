import { decodePunycode } from './punycode.ts'

/**
 * The platform's own URL class, the same in browsers and in Node: the contract is compiled without the types of either.
 */
declare const URL: {
  new (text: string): { hostname: string; href: string }
  canParse(text: string): boolean
}

/** Why a link is refused. SPEC §5 fixes the first. */
export const linkMessages = {
  invalid: 'Invalid URL',
  characters: 'A link cannot contain quotes, spaces or hidden characters.',
  port: 'A link cannot have that port.',
  long: 'This link is too long.',
  alphabets: 'The address of this link mixes alphabets and could be mistaken for another one.',
} as const

/**
 * White space, control characters, invisible and direction-changing marks, and characters that end an attribute in some
 * contexts.
 */
const NEVER_IN_LINKS = /[\s\p{C}"'`<>\\{}|^\u2018-\u201f\u2039\u203a\u00ab\u00bb]/u

/** Scheme, host and port as written. The part after the host may contain an '@' of its own. */
const WRITTEN = /^https?:\/\/([^/?#]+)/i

/**
 * Returns what is wrong with an absolute http(s) link, in a sentence; null for an acceptable one. `most`: its maximum
 * number of characters, both as written and as sent, where each non-ASCII letter becomes three to twelve characters.
 */
export function linkProblem(link: string, most = Infinity): string | null {
  if (link.length > most) return linkMessages.long
  const authority = WRITTEN.exec(link)?.[1]
  if (authority === undefined || authority.includes('@')) return linkMessages.invalid
  if (NEVER_IN_LINKS.test(link)) return linkMessages.characters
  const port = /:(\d*)$/.exec(authority)?.[1]
  if (port !== undefined && !isPort(port)) return linkMessages.port
  if (!URL.canParse(link)) return linkMessages.invalid
  const { hostname, href } = new URL(link)
  const labels = hostname.split('.')
  if (labels.length < 2 || labels.slice(0, 2).includes('')) return linkMessages.invalid
  if (isMisleading(labels)) return linkMessages.alphabets
  return href.length > most ? linkMessages.long : null
}

const isPort = (digits: string): boolean =>
  digits.length <= 5 && Number(digits) >= 1 && Number(digits) <= 65_535

/** Scripts of the Unicode Standard in everyday use (UAX #31, table 5). */
const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((script) => [script])

/** Combinations of scripts that form one writing system (UTS #39, "highly restrictive"). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const ONE_WRITING = [...SCRIPTS, ...TOGETHER].map(
  (scripts) =>
    new RegExp(
      `^[${['Common', 'Inherited', ...scripts].map((one) => `\\p{Script=${one}}`).join('')}]*$`,
      'u',
    ),
)

/** Letters of other alphabets that look like Latin ones: a name made only of these poses as a Latin name. */
const LOOK_LATIN =
  /^[-\d\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u04cf\u043e\u0440\u051b\u0455\u051d\u0445\u0443\u044a\u044c\u0475\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7]*$/u
const ASCII = /^\p{ASCII}*$/u

/**
 * Returns whether a host can be mistaken for another: a name that mixes alphabets, or one of look-alikes under a Latin
 * ending.
 */
function isMisleading(labels: readonly string[]): boolean {
  const names = labels.map((label) =>
    label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label,
  )
  const hasLatinEnding = ASCII.test(names.at(-1) || (names.at(-2) ?? ''))
  return names.some(
    (name) =>
      name === null ||
      !ONE_WRITING.some((writing) => writing.test(name)) ||
      (hasLatinEnding && !ASCII.test(name) && LOOK_LATIN.test(name)),
  )
}
