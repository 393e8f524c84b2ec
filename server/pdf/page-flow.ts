import { type Color, type PDF, type PDFPage, rgb } from '@libpdf/core'
import type { PdfFonts } from './pdf-fonts.ts'
import { linesOf, type PdfFont } from './pdf-text.ts'

/** A4 in points, and its margins. */
const PAGE = { width: 595, height: 842 } as const
export const EDGE = { left: 56, right: 56, top: 56, bottom: 72 } as const
export const LINE_WIDTH = PAGE.width - EDGE.left - EDGE.right
/** More pages than any document of ours needs; this stops a faulty loop. */
const MOST_PAGES = 300
/** The height of a line, as a multiple of its font size. */
export const LEADING = 1.45

export const INK = {
  plain: rgb(0.09, 0.11, 0.13),
  muted: rgb(0.36, 0.4, 0.43),
  line: rgb(0.8, 0.83, 0.85),
} as const

/** Where the next block starts: `y` in points from the bottom of the page. */
export interface PageFlow {
  pdf: PDF
  fonts: PdfFonts
  page: PDFPage
  y: number
}

/** Adds an empty page to the document. Throws beyond 300. */
export function addPage(flow: Omit<PageFlow, 'page' | 'y'>): PageFlow {
  if (flow.pdf.getPageCount() >= MOST_PAGES) throw new Error(`more than ${MOST_PAGES} pages`)
  return { ...flow, page: flow.pdf.addPage(PAGE), y: PAGE.height - EDGE.top }
}

/** Ensures that this many points are left on the page, or starts the next page. Returns whether it is a new page. */
export function makeRoom(flow: PageFlow, height: number): boolean {
  if (flow.y - height >= EDGE.bottom) return false
  Object.assign(flow, addPage(flow))
  return true
}

/** How a text is set. `x` and `width` are in points. */
export interface TextStyle {
  font: PdfFont
  size: number
  ink?: Color
  x?: number
  width?: number
  align?: 'start' | 'end'
}

/**
 * Draws lines downwards from the current position and moves the position below them; continues on the next page where
 * needed.
 */
export function drawText(flow: PageFlow, text: string, style: TextStyle): void {
  const { font, size, width = LINE_WIDTH } = style
  for (const line of linesOf(text, font, size, width)) {
    makeRoom(flow, size * LEADING)
    drawLine(flow, line, style)
    flow.y -= size * LEADING
  }
}

/** Draws one line that is known to fit at the current position, which does not move. */
export function drawLine(flow: PageFlow, line: string, style: TextStyle): void {
  const { font, size, ink = INK.plain, x = EDGE.left, width = LINE_WIDTH, align } = style
  const shift = align === 'end' ? width - font.font.getTextWidth(line, size) : 0
  flow.page.drawText(line, { x: x + shift, y: flow.y - size, font: font.font, size, color: ink })
}

/** Draws a hairline across the full width at the current position. */
export function drawRule(flow: PageFlow): void {
  const end = { x: EDGE.left + LINE_WIDTH, y: flow.y }
  flow.page.drawLine({ start: { x: EDGE.left, y: flow.y }, end, color: INK.line, thickness: 0.7 })
}
