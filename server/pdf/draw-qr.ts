import { black } from '@libpdf/core'
import { create } from 'qrcode'
import { drawText, EDGE, LINE_WIDTH, makeRoom, type PageFlow } from './page-flow.ts'

/** In points. Three centimetres can be read from a hand's distance, also on paper. */
const SIZE = 86
const GAP = 18
/** The empty margin that readers need: four modules. */
const QUIET = 4

/** Draws a link as a QR code, made of squares and not as an image, with a text beside it. */
export function drawQr(flow: PageFlow, { link, text }: { link: string; text: string }): void {
  makeRoom(flow, SIZE + GAP)
  const top = flow.y
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  const side = SIZE / (modules.size + 2 * QUIET)
  const path = flow.page.drawPath()
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        path.rectangle(
          EDGE.left + (column + QUIET) * side,
          top - (row + QUIET + 1) * side,
          // Slightly wider, so that no viewer shows a seam.
          side * 1.02,
          side * 1.02,
        )
  // A path, not an array.
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
  path.fill({ color: black })
  const x = EDGE.left + SIZE + GAP
  flow.y = top - 4 * side
  drawText(flow, text, { font: flow.fonts.plain, size: 9, x, width: LINE_WIDTH - SIZE - GAP })
  flow.y = Math.min(flow.y, top - SIZE) - GAP
}
