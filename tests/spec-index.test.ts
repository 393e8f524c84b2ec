import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/spec.md names the test of every statement of the specification: this keeps it from rotting. */

interface Row {
  number: string
  file: string
  title: string
}

const rows: Row[] = readFileSync('docs/spec.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', , file = '', title = ''] = line.split('|').map((cell) => cell.trim())
    return /^\d+\.\d+$/.test(number) ? [{ number, file, title }] : []
  })

test('every statement has a number of its own, section by section', () => {
  const numbers = rows.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const own = numbers.filter((number) => number.startsWith(`${section}.`))
    expect(own, `section ${section}`).toEqual(own.map((_, at) => `${section}.${at + 1}`))
    expect(own.length).toBeGreaterThanOrEqual(10)
  }
})

test('every statement names a test that exists', () => {
  const gone = rows.filter(
    ({ file, title }) => !existsSync(file) || !titlesOf(file).some((one) => one === title),
  )
  expect(gone).toEqual([])
})

const known = new Map<string, string[]>()

/** The titles in a test file, as they stand in it. */
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
