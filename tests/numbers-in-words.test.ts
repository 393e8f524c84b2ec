import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * Limits and outcomes that are constants or configuration must be read from there, even inside a sentence: a number
 * typed into prose does not change with the constant. (Comments and tests may name them.)
 */
const TYPED = [
  /\b(7|seven|14|fourteen)[ -]days?\b/i,
  /\bcounts as approved\b/i,
  /\b(5|10|50) ?MB\b/,
  /\bwithin 24 hours\b/i,
  /\bat least 30 days\b/i,
]
/** The files where such a sentence belongs. */
const AT_HOME = new Set(['contract/review-words.ts'])
/** A mail's subject is sent only after the clock job has approved it, so it is true whatever is configured. */
const ALSO = /counts as approved(`|, and a payment held for it is released|\.)/

const root = fileURLToPath(new URL('..', import.meta.url))
const isComment = (line: string) => /^\s*(\*|\/\/|\/\*|--)/.test(line)

test('no sentence hard-codes a limit or an outcome that is defined elsewhere', async () => {
  const found: string[] = []
  for await (const file of glob('{contract,server,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$/.test(file) || AT_HOME.has(file)) continue
    const lines = (await readFile(`${root}${file}`, 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      if (isComment(line) || !TYPED.some((pattern) => pattern.test(line))) continue
      if (file === 'contract/deal-notices.ts' && ALSO.test(line)) continue
      found.push(`${file}:${index + 1} ${line.trim()}`)
    }
  }
  expect(found).toEqual([])
})
