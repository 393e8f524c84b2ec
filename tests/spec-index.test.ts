import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/spec.md names the test of every statement of the specification: this test keeps it from going stale. */

interface Row {
  number: string
  statement: string
  file: string
  title: string
}

const rows: Row[] = readFileSync('docs/spec.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', statement = '', file = '', title = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return /^\d+\.\d+$/.test(number) ? [{ number, statement, file, title }] : []
  })

test('statements are numbered consecutively and uniquely within each section', () => {
  const numbers = rows.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const own = numbers.filter((number) => number.startsWith(`${section}.`))
    expect(own, `section ${section}`).toEqual(own.map((_, at) => `${section}.${at + 1}`))
    expect(own.length).toBeGreaterThanOrEqual(10)
  }
})

test('every statement is a complete sentence and occurs once', () => {
  const [first, last, words] = [/^[A-Z/]/, /[^.]\.$/, 4]
  const short = rows.filter(
    ({ statement }) =>
      !first.test(statement) || !last.test(statement) || statement.split(' ').length < words,
  )
  expect(short.map(({ number, statement }) => `${number}: ${statement}`)).toEqual([])
  expect(new Set(rows.map(({ statement }) => statement)).size).toBe(rows.length)
})

test('every statement names a test that exists', () => {
  const gone = rows.filter(
    ({ file, title }) => !existsSync(file) || !titlesOf(file).some((one) => one === title),
  )
  expect(gone).toEqual([])
})

/**
 * A title that quotes a sentence proves nothing: the test itself must assert it. "{name}", "…" and "+N" stand for any
 * value.
 */
test('every sentence a statement quotes is asserted in its test, not only named in the title', () => {
  const unproved = rows.flatMap(({ number, statement, file, title }) => {
    const body = bodyOf(file, title)
    return [...statement.matchAll(/"([^"]+)"/g)]
      .map(([, sentence = '']) => sentence)
      .filter((sentence) => !holds(body, sentence))
      .map((sentence) => `${number}: ${sentence}`)
  })
  expect(unproved).toEqual([])
})

/** Whether a text has the fixed parts of a sentence, in order, on one line. */
function holds(text: string, sentence: string): boolean {
  const parts = sentence.split(/\{\w+\}|…|(?<=\+)N/)
  return text.split('\n').some((line) => {
    let from = 0
    return parts.every((part) => {
      const at = line.indexOf(part, from)
      from = at + part.length
      return at !== -1
    })
  })
}

/** The body of a test, as it is when it runs. */
function bodyOf(file: string, title: string): string {
  const text = readFileSync(file, 'utf8').replaceAll('\\', '')
  const at = text.indexOf(title.replaceAll('\\', ''))
  const [body = ''] = text.slice(at + title.length).split(/\n *(?:test|it|describe)\b/)
  return body
}

const known = new Map<string, string[]>()

/** The titles in a test file, exactly as written. */
function titlesOf(file: string): string[] {
  const titles =
    known.get(file) ??
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])([\s\S]*?[^\\])\1/g,
      ),
    ].map((match) => (match[2] ?? '').replaceAll(/\\(['"`])/g, '$1'))
  known.set(file, titles)
  return titles
}
