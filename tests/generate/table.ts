/** One table's rows for COPY: text format, columns in the named order. */
export interface GeneratedTable {
  /** With its schema, unless that is public. */
  name: string
  columns: readonly string[]
  lines(): Iterable<string>
}

/** The values a column may hold. Text must be free of tabs, line ends and backslashes; ours is. */
export type Cell = string | number | boolean | null | readonly string[]

/** A line of COPY's text format. */
export function line(...cells: Cell[]): string {
  let text = ''
  for (const cell of cells) text += (text === '' ? '' : '\t') + written(cell)
  return `${text}\n`
}

function written(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  return `{${cell.map((item) => `"${item}"`).join(',')}}`
}

/** A moment in milliseconds as PostgreSQL reads it; null stays null. */
export const moment = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString()

/** The day of a moment, 'YYYY-MM-DD' in UTC. */
export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
