import { expect, test } from 'vitest'
import { type Passage, placeOf, read, texts, trackedFiles } from '#tests/support/tracked-text.ts'

/**
 * A comment that cites "SPEC §5" or "decision P8" sends its reader somewhere: that place must exist in the repository.
 */

/** What a citation names, and the document it refers to. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  SPEC: 'docs/product/spec.md',
  AUTH: 'docs/auth.md',
  DESIGN: 'docs/design.md',
}
const PRODUCT_DECISIONS = 'docs/product/decisions.md'
const PAYMENTS = 'docs/payments.md'

/** Sections of standards are cited in the same form, but are not in the repository. */
const STANDARD = /\bRFC \d+ §[\d.]+(?:(?:,| and) §[\d.]+)*/g

interface Citation {
  place: string
  words: string
  resolves: boolean
}

/** Every match of a pattern, inside and outside comments, and whether what it names exists. */
function citations(
  pattern: RegExp,
  resolves: (match: RegExpExecArray, text: Passage) => boolean,
): Citation[] {
  return texts().flatMap((passage) => {
    // A citation may continue on the next line of a comment.
    const text = passage.text.replaceAll(/\n\s*(?:\*|\/\/|--)? ?/g, (gap) => ' '.repeat(gap.length))
    const plain = text.replaceAll(STANDARD, (cited) => ' '.repeat(cited.length))
    return [...plain.matchAll(pattern)].map((match) => ({
      place: placeOf(passage, match.index),
      words: match[0].replaceAll(/ +/g, ' '),
      resolves: resolves(match, passage),
    }))
  })
}

const dangling = (found: Citation[]): string[] =>
  found.filter(({ resolves }) => !resolves).map(({ place, words }) => `${place} ${words}`)

/** The text of a numbered section, or an empty result. */
function section(file: string, number: string): string {
  const [, rest] = read(file).split(new RegExp(`^## ${number}\\. .*$`, 'm'))
  return rest?.split(/^## /m)[0] ?? ''
}

/** Whether a document has the section "1", or the numbered item "1.8" of one. */
function hasSection(file: string, number: string): boolean {
  const [main = '', item] = number.split('.')
  const text = section(file, main)
  return text !== '' && (item === undefined || new RegExp(`^${item}\\. `, 'm').test(text))
}

test('every section that is cited exists', () => {
  const found = citations(
    /(?:\b([A-Z][A-Za-z.]*) +)?§(\d+(?:\.\d+)?)(?:((?:, +| +and +)§\d+(?:\.\d+)?)*)(?: +\(([a-z])\))?/g,
    (match, { file }) => {
      const [words, name, , , letter] = match
      // Without a name it is a section of the document that contains it.
      const document = DOCUMENTS[name ?? ''] ?? (file.startsWith('docs/') ? file : undefined)
      if (document === undefined) return false
      const numbers = [...words.matchAll(/§([\d.]*\d)/g)].map(([, number = '']) => number)
      return (
        numbers.every((number) => hasSection(document, number)) &&
        (letter === undefined || section(document, numbers.at(-1) ?? '').includes(`(${letter})`))
      )
    },
  )
  expect(found.length).toBeGreaterThan(200)
  expect(dangling(found)).toEqual([])
})

test('every cited decision exists, whether a product decision (P8) or an engineering one (0025)', () => {
  const product = read(PRODUCT_DECISIONS)
  const found = citations(
    /\b[Dd]ecisions? +(P?\d+(?:(?:, +| +and +)P?\d+)*)/g,
    ([, numbers = '']) =>
      numbers
        .split(/, +| +and +/)
        .every((number) =>
          number.startsWith('P')
            ? product.includes(`**${number}. `)
            : number.length === 4 &&
              trackedFiles.some((file) => file.startsWith(`docs/decisions/${number}-`)),
        ),
  )
  expect(found.length).toBeGreaterThan(100)
  expect(dangling(found)).toEqual([])
})

test('no two decisions share a number', () => {
  const product = [...read(PRODUCT_DECISIONS).matchAll(/\*\*(P\d+)\. /g)].map(
    ([, number]) => number,
  )
  expect(product).toEqual(product.map((_, at) => `P${at + 1}`))
  const engineering = trackedFiles.flatMap((file) => {
    const [, number] = /^docs\/decisions\/(\d{4})-/.exec(file) ?? []
    return number === undefined ? [] : [number]
  })
  expect(new Set(engineering).size).toBe(engineering.length)
})

test('every cited payment rule, step and invariant exists', () => {
  const [, rules = ''] = read(PAYMENTS).split('## Rules')
  const ofRules = citations(
    /\bPAYMENTS +rules? +(\d+(?:(?:, +| +and +)\d+)*)/g,
    ([, numbers = '']) =>
      numbers.split(/, +| +and +/).every((number) => new RegExp(`^${number}\\. `, 'm').test(rules)),
  )
  const ofSteps = citations(/\bPAYMENTS, +([A-Z][a-z]+)/g, ([, step = '']) =>
    read(PAYMENTS).includes(`| ${step} |`),
  )
  const ofInvariants = citations(/\bM\d+\b/g, ([name], { file }) =>
    /payments\/|money\//.test(file) ? read(PAYMENTS).includes(`| ${name} |`) : true,
  )
  expect(Math.min(ofRules.length, ofSteps.length, ofInvariants.length)).toBeGreaterThan(2)
  expect(dangling([...ofRules, ...ofSteps, ...ofInvariants])).toEqual([])
})
