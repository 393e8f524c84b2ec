import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks that ARCHITECTURE.md is true: what it names exists, and each step of its walk-through is in the files it
 * opens.
 */

const text = readFileSync('ARCHITECTURE.md', 'utf8')
const ROOTS = 'contract|server|web|sandbox|scripts|tests|bench|docs'
const isPath = (token: string) => new RegExp(`^(${ROOTS})/[\\w./-]*$`).test(token)

/** Text in backticks, outside fenced blocks. */
const quoted = (part: string): string[] =>
  [...part.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, token = '']) => token)

const fenced = [...text.matchAll(/^```\n([^]*?)^```/gm)].map(([, block = '']) => block)

/** One numbered step of the walk-through, with its continuation lines. */
interface Step {
  number: number
  files: string[]
  symbols: string[]
}

const walkThrough = /## One request: [^]*?\n\n([^]*?)\n## /.exec(text)?.[1] ?? ''
const steps = walkThrough.split(/\n(?=\d+\. )/).map((step): Step => {
  const tokens = quoted(step)
  return {
    number: Number.parseInt(step, 10),
    files: tokens.filter(isPath),
    symbols: tokens.filter((token) => !isPath(token)),
  }
})

describe('ARCHITECTURE.md', () => {
  test('names files and folders that exist, from the root', () => {
    const paths = quoted(text).filter(isPath)
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    const partial = quoted(text).filter(
      (token) => /\.(tsx?|sql|mjs)$/.test(token) && !isPath(token),
    )
    expect(partial).toEqual([])
  })

  test('draws only existing files in its diagrams', () => {
    const drawn = fenced.join('\n').match(new RegExp(`\\b(${ROOTS})/[\\w/-]+\\.\\w+`, 'g')) ?? []
    expect(drawn.filter((path) => !existsSync(path))).toEqual([])
    const known = new Set(
      globSync(`{${ROOTS.replaceAll('|', ',')}}/**/*`).map((path) => basename(path)),
    )
    const names = (fenced[0] ?? '').match(/(?<![\w>…/-])[a-z][\w-]*\.tsx?\b/g) ?? []
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test('lists only existing server folders', () => {
    const layout = /^server\/[^]*?(?=^web\/)/m.exec(fenced[0] ?? '')?.[0] ?? ''
    const folders =
      layout.match(/(?<![\w/>])[a-z]+(?=\/)/g)?.filter((name) => name !== 'server') ?? []
    expect(folders.length).toBeGreaterThan(10)
    expect(
      folders.filter(
        (name) => !existsSync(join('server', name)) && !existsSync(join('server/providers', name)),
      ),
    ).toEqual([])
  })

  test('links to documents that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(10)
    expect(
      targets.filter((target) => !existsSync(join(dirname('ARCHITECTURE.md'), target))),
    ).toEqual([])
  })

  test('walks one request through numbered steps, each naming a file and a symbol', () => {
    expect(steps.length).toBeGreaterThanOrEqual(8)
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
    expect(
      steps.filter(({ files, symbols }) => files.length === 0 || symbols.length === 0),
    ).toEqual([])
  })

  test.each(steps)(
    'step $number names only symbols that its files contain',
    ({ files, symbols }) => {
      const sources = files.map((file) => readFileSync(file, 'utf8'))
      expect(
        symbols.filter((symbol) => !sources.some((source) => source.includes(symbol))),
      ).toEqual([])
      // Each file contains something that the step names.
      const idle = files.filter(
        (_, index) => !symbols.some((symbol) => sources[index]?.includes(symbol)),
      )
      expect(idle).toEqual([])
    },
  )
})
