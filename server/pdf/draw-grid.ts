import {
  drawLine,
  drawRule,
  EDGE,
  INK,
  LEADING,
  LINE_WIDTH,
  makeRoom,
  type PageFlow,
} from './page-flow.ts'
import type { PdfTable } from './pdf-document.ts'
import { linesOf, type PdfFont } from './pdf-text.ts'

const SIZE = 8.5
/** Points between columns, and above and below a row's text. */
const GAP = 10
const PADDING = 4

/** One column; its measures are in points. */
interface Column {
  x: number
  width: number
  align: 'start' | 'end'
}

/** Draws a table, row by row; a row is never split unless it is taller than a page. */
export function drawTable(flow: PageFlow, { columns, rows, totals = [] }: PdfTable): void {
  const places = placesOf(columns)
  const { plain, strong } = flow.fonts
  const head = () => {
    drawRow(
      flow,
      places,
      columns.map(({ title }) => title),
      { font: strong, muted: true },
    )
    drawRule(flow)
  }
  makeRoom(flow, 3 * SIZE * LEADING + 4 * PADDING)
  head()
  const body = (row: readonly string[], font: PdfFont) => {
    if (makeRoom(flow, heightOf(row, places, font))) head()
    drawRow(flow, places, row, { font })
    drawRule(flow)
  }
  for (const row of rows) body(row, plain)
  for (const row of totals) body(row, strong)
  flow.y -= GAP
}

function placesOf(columns: PdfTable['columns']): Column[] {
  const parts = columns.reduce((sum, { width }) => sum + width, 0)
  const space = LINE_WIDTH - GAP * (columns.length - 1)
  let x: number = EDGE.left
  return columns.map(({ width: part, align = 'start' }) => {
    const width = (space * part) / parts
    const place = { x, width, align }
    x += width + GAP
    return place
  })
}

const cellsOf = (row: readonly string[], places: Column[], font: PdfFont): string[][] =>
  places.map(({ width }, at) => linesOf(row[at] ?? '', font, SIZE, width))

const heightOf = (row: readonly string[], places: Column[], font: PdfFont): number =>
  Math.max(...cellsOf(row, places, font).map(({ length }) => length)) * SIZE * LEADING + 2 * PADDING

function drawRow(
  flow: PageFlow,
  places: Column[],
  row: readonly string[],
  { font, muted = false }: { font: PdfFont; muted?: boolean },
): void {
  const cells = cellsOf(row, places, font)
  const height = Math.max(...cells.map(({ length }) => length))
  flow.y -= PADDING
  for (let line = 0; line < height; line += 1) {
    // Only inside a row that is taller than a page.
    makeRoom(flow, SIZE * LEADING)
    for (const [at, place] of places.entries()) {
      const text = cells[at]?.[line] ?? ''
      if (text !== '')
        drawLine(flow, text, { font, size: SIZE, ink: muted ? INK.muted : INK.plain, ...place })
    }
    flow.y -= SIZE * LEADING
  }
  flow.y -= PADDING
}
