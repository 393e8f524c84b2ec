import { dirname, normalize } from 'node:path'
import { expect, test } from 'vitest'
import {
  explanations,
  type Passage,
  placeOf,
  read,
  trackedFiles,
} from '#tests/support/tracked-text.ts'

/** Readers follow a path that a comment or a document names, so it must lead somewhere. */

const ROOTS = 'contract|server|web|sandbox|scripts|tests|bench|docs'
/** A path from a root; or a file's name, alone or after its last folders. A star stands for anything within a name. */
const NAMED = new RegExp(
  String.raw`(?<![\w./#<>…@:*-])(?:(?:${ROOTS})(?:\/[\w.*-]+)+\/?|(?:[\w*-]+\/)*[\w.*-]*\w\.(?:tsx?|mjs|css|sql|md))(?![\w/<>…{]|\.\w)`,
  'g',
)

const folders = new Set(
  trackedFiles.flatMap((file) => {
    const parts = file.split('/').slice(0, -1)
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)
const everything = [...trackedFiles, ...folders]

/** Whether a name is a file or folder: at the place it says, or as the end of a path below some folder. */
function exists(named: string): boolean {
  const path = named.replace(/[./-]+$/, '')
  if (known.has(path)) return true
  const below = new RegExp(`^(${ROOTS})/`).test(path) ? '^' : '(^|/)'
  const pattern = path.replaceAll('.', String.raw`\.`).replaceAll('**', '.+')
  const wanted = new RegExp(`${below}${pattern.replaceAll(/(?<!\.)\*/g, '[^/]*')}$`)
  if (!everything.some((one) => wanted.test(one))) return false
  known.add(path)
  return true
}
const known = new Set<string>()

/** Returns the pattern matches in some passages that do not hold, as "file:line words". */
function broken(
  passages: readonly Passage[],
  pattern: RegExp,
  holds: (match: RegExpExecArray, passage: Passage) => boolean,
): string[] {
  const found = passages.flatMap((passage) =>
    [...passage.text.matchAll(pattern)].map((match) => ({
      words: `${placeOf(passage, match.index)} ${match[0]}`,
      holds: holds(match, passage),
    })),
  )
  expect(found.length).toBeGreaterThan(50)
  return found.filter((one) => !one.holds).map(({ words }) => words)
}

const all = explanations()
const documents = all.filter(({ file }) => file.endsWith('.md'))

test('every path that a comment or a document names exists', () => {
  expect(broken(all, NAMED, ([path]) => exists(path))).toEqual([])
})

test('every link in a document leads to a file, and to a heading in it', () => {
  const links = broken(
    documents,
    /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
    (match, from) => {
      const [, path = '', anchor] = match
      const target = path === '' ? from.file : normalize(`${dirname(from.file)}/${path}`)
      return exists(target) && (anchor === undefined || anchorsOf(target).has(anchor))
    },
  )
  expect(links).toEqual([])
})

/** The anchors of a document's headings: lower case, no punctuation, dashes for spaces. */
function anchorsOf(file: string): Set<string> {
  return new Set(
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
