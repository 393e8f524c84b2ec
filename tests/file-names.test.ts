import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The endings of file names: ARCHITECTURE.md lists them, and a file with such an ending is what the list says. */

const listed = [
  ...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `-([a-z]+)` \|/gm),
].flatMap(([, ending = '']) => ending)

const files = globSync('{contract,server,web}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

/** The last word of a name with several words: 'store' of project-store.ts; null for a name of one word. */
const endingOf = (file: string): string | null =>
  /-([a-z0-9]+)\.ts$/.exec(basename(file))?.[1] ?? null

/** A last word is an ending, not just a noun, once files in this many folders share it. */
const SHARED = 3

/** What a file must contain to be what its ending says. Endings that only describe a subject have no entry. */
const MARKS: Record<string, { has?: RegExp; hasNot?: RegExp }> = {
  routes: { has: /export (async )?function \w+Routes?\(/ },
  service: { hasNot: /\b(app|scope)\.(get|post|route)\(/ },
  store: { has: /\bsql`|\braw\(|FileStore/ },
  policy: { hasNot: /\bsql`|\brecordEvent\(|\benqueue\(/ },
  presenter: { hasNot: /\bsql`|\brecordEvent\(|\benqueue\(/ },
  moves: { has: /\brecordEvent\(/ },
  clock: { has: /export const \w+Clocks\b/ },
  tasks: { has: /export (async )?function \w*[tT]asks\(/ },
  notices: { has: /notices\b/i },
  schemas: { has: /from 'zod'|schemas\.ts'/ },
}

describe('the endings of file names', () => {
  test('an ending shared by files in three folders is on the list', () => {
    const folders = new Map<string, Set<string>>()
    for (const file of files.filter((one) => /^(contract|server)\//.test(one))) {
      const ending = endingOf(file)
      if (ending !== null)
        folders.set(ending, (folders.get(ending) ?? new Set()).add(dirname(file)))
    }
    const shared = [...folders].filter(([, used]) => used.size >= SHARED).map(([ending]) => ending)
    expect(shared.filter((ending) => !listed.includes(ending))).toEqual([])
  })

  test('the list has no duplicate or unused ending', () => {
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.filter((ending) => !files.some((file) => endingOf(file) === ending))).toEqual([])
    expect(Object.keys(MARKS).filter((ending) => !listed.includes(ending))).toEqual([])
  })

  test.each(Object.entries(MARKS))(
    'every -%s file contains what its ending says',
    (ending, { has, hasNot }) => {
      const named = files.filter(
        (file) => file.startsWith('server/') || file.startsWith('contract/'),
      )
      const wrong = named
        .filter((file) => endingOf(file) === ending)
        .filter((file) => {
          const source = readFileSync(file, 'utf8')
          return (has !== undefined && !has.test(source)) || hasNot?.test(source) === true
        })
      expect(wrong).toEqual([])
    },
  )

  test.each([
    [
      'routes',
      /export (async )?function (?!create)\w+Routes?\(\s*(routes: Routes|app: FastifyInstance)/,
    ],
    ['clock', /export const \w+Clocks\b/],
  ])('no other file contains what belongs in a -%s file', (ending, mark) => {
    const elsewhere = files
      .filter((file) => file.startsWith('server/') && endingOf(file) !== ending)
      .filter((file) => mark.test(readFileSync(file, 'utf8')))
    expect(elsewhere).toEqual([])
  })
})
