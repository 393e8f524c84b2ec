import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Every file of the repository, including those not committed yet. */
export const trackedFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '')

/** A piece of a file: a comment, or all of it. */
export interface Passage {
  file: string
  /** The position of its first character. */
  line: number
  text: string
}

/** Excluded from a comment search, so that a slash within quotes begins no comment. */
const QUOTED = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`
const COMMENTS: Readonly<Record<string, RegExp>> = {
  code: new RegExp(String.raw`${QUOTED}|(\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*)`, 'g'),
  css: /(\/\*[\s\S]*?\*\/)/g,
  sql: /'(?:[^']|'')*'|(--[^\n]*)/g,
}

const kindOf = (file: string): string =>
  /\.(?:tsx?|mjs)$/.test(file) ? 'code' : (/\.(css|sql|md)$/.exec(file)?.[1] ?? '')

/** Code, style sheets, migrations and Markdown documents, each as a whole. */
export function texts(): Passage[] {
  return trackedFiles
    .filter((file) => kindOf(file) !== '')
    .map((file) => ({ file, line: 1, text: read(file) }))
}

/** Text that explains: the comments of code, style sheets and migrations, and whole Markdown documents. */
export function explanations(): Passage[] {
  return texts().flatMap((whole) => {
    const kind = kindOf(whole.file)
    return kind === 'md' ? [whole] : commentsOf(whole.file, kind, whole.text)
  })
}

function commentsOf(file: string, kind: string, content: string): Passage[] {
  const found: Passage[] = []
  for (const match of content.matchAll(COMMENTS[kind] ?? /$^/g)) {
    const [, comment] = match
    if (comment === undefined) continue
    const line = content.slice(0, match.index).split('\n').length
    const last = found.at(-1)
    const joins = last !== undefined && /^(\/\/|--)/.test(comment) && endOf(last) === line - 1
    if (joins) last.text += `\n${comment}`
    else found.push({ file, line, text: comment })
  }
  return found
}

const endOf = ({ line, text }: Passage): number => line + text.split('\n').length - 1

/** A file's text; nothing where it was removed and the removal is not committed yet. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** "file:line" of a position within a passage. */
export const placeOf = ({ file, line, text }: Passage, at: number): string =>
  `${file}:${line + text.slice(0, at).split('\n').length - 1}`
