import { createRequire } from 'node:module'
import type * as Language from '@zxcvbn-ts/language-common'

/** The list is ranked; this many are also searched for inside a password (NIST and ASVS 6.2.4: the top 3,000). */
const FIRST = 3_000

interface Listed {
  leaked: ReadonlySet<string>
  first: ReadonlySet<string>
}

const load = createRequire(import.meta.url)
let kept: Listed | undefined

/** Unpacked when the first password is judged: a server that accepts common ones never holds them. */
function listed(): Listed {
  if (kept === undefined) {
    const { dictionary } = load('@zxcvbn-ts/language-common') as typeof Language
    const ranked = dictionary['passwords-common']
    // Entries shorter than three characters occur in anything.
    const first = ranked.slice(0, FIRST).filter((word) => word.length > 2)
    kept = { leaked: new Set(ranked), first: new Set(first) }
  }
  return kept
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
]

/**
 * Returns whether this is one of the tens of thousands of passwords found in every leak, or one of the first few
 * thousand with other case, digits or signs added: a guesser tries those too.
 */
export function isCommonPassword(password: string, brandName: string): boolean {
  const plain = password.toLowerCase()
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  const unleet = core
    .replace(/[@4]/g, 'a')
    .replaceAll('3', 'e')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
  const { leaked, first } = listed()
  if (leaked.has(plain) || first.has(core) || first.has(unleet)) return true
  if ([plain, core, unleet].includes(brandName.toLowerCase())) return true
  // Only digits and signs, up to eight: dates, phone numbers, keyboard rows.
  if (core === '' && plain.length <= 8) return true
  if (isRepetition(plain)) return true
  return ROWS.some(
    (row) => row.includes(plain) || Array.from(row).toReversed().join('').includes(plain),
  )
}

/** One to four characters, repeated. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((size) => {
    const part = text.slice(0, size)
    return text.length > size && part.repeat(Math.ceil(text.length / size)).startsWith(text)
  })
}
