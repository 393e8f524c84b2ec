/** CSV as RFC 4180 defines it, with cells that no spreadsheet runs as a formula. */

/** A cell that begins like this is a formula in some spreadsheets (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Writes cells as lines of CSV. A text that would be a formula is prefixed with an apostrophe, which spreadsheets take
 * for "this is text"; numbers stay numbers.
 */
export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')

function cellText(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a file: its number as an editor counts lines, from 1, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/**
 * Returns the lines of a CSV file, without empty ones; null where a quotation mark is never closed. Accepts commas or
 * semicolons, whichever the first line has more of, and removes our own apostrophe again.
 */
export function readCsv(text: string): CsvLine[] | null {
  const plain = text.replace(/^\uFEFF/, '')
  const first = plain.slice(0, plain.search(/[\r\n]|$/))
  const separator = first.split(';').length > first.split(',').length ? ';' : ','
  const lines: CsvLine[] = []
  let line = 1
  let begun = 1
  let cells: string[] = []
  let cell = ''
  let quoted = false
  const endLine = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== ''))
      lines.push({ line: begun, cells: cells.map(withoutApostrophe) })
    cells = []
    cell = ''
  }
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at)
    if (quoted) {
      if (char === '\n') line += 1
      if (char !== '"') cell += char
      else if (plain.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator) {
      cells.push(cell)
      cell = ''
    } else if (char === '\r' || char === '\n') {
      if (char === '\r' && plain.charAt(at + 1) === '\n') at += 1
      endLine()
      line += 1
      begun = line
    } else cell += char
  }
  if (quoted) return null
  endLine()
  return lines
}

const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
