import sharp from 'sharp'
import { toNearest } from '#contract/media.ts'
import {
  DRAWING_SCALE,
  type Drawing,
  type Shape,
  STROKE_COLOURS,
  strokeWidth,
} from '#contract/review-drawings.ts'

/**
 * The longest edge of a still in a mail, in px, and the largest size at which it is shown there: three fit on a page.
 */
const STILL_EDGE = 720
const SHOWN = { width: 480, height: 400 }

/** A still, and how wide it is shown, in px. */
interface Still {
  content: Buffer
  width: number
}

/**
 * Draws a frame with its drawing as a JPEG, because every mail program shows that format. `frame` is an image of ours;
 * the drawing was checked when it was saved, and contains only numbers.
 */
export async function drawStill(frame: string | Buffer, drawing: Drawing | null): Promise<Still> {
  const { data, info } = await sharp(frame)
    .resize({ width: STILL_EDGE, height: STILL_EDGE, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const over = drawing === null ? [] : [{ input: Buffer.from(svgOf(drawing, info)) }]
  const content = await sharp(data).composite(over).jpeg({ quality: 80 }).toBuffer()
  const shown = Math.min(SHOWN.width, info.width, (SHOWN.height * info.width) / info.height)
  return { content, width: toNearest(shown) }
}

interface Size {
  width: number
  height: number
}

function svgOf({ shapes }: Drawing, { width, height }: Size): string {
  // Widths are thousandths of the longer side.
  const unit = Math.max(width, height) / 1_000
  const marks = shapes.map((shape) => markOf(shape, { width, height }, unit)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${marks}</svg>`
}

const px = (value: number) => toNearest(value * 10) / 10

function markOf({ t, c, w, p }: Shape, { width, height }: Size, unit: number): string {
  const points: [number, number][] = []
  for (let at = 0; at + 1 < p.length; at += 2)
    points.push([
      px(((p[at] ?? 0) / DRAWING_SCALE) * width),
      px(((p[at + 1] ?? 0) / DRAWING_SCALE) * height),
    ])
  const size = px(strokeWidth(w) * unit)
  const [[x1, y1] = [0, 0], [x2, y2] = [x1, y1]] = points
  const line = (path: string) =>
    `<path d="${path}" stroke="${STROKE_COLOURS[c] ?? STROKE_COLOURS[0]}" stroke-width="${size}"/>`
  if (t === 'box') return line(`M${x1} ${y1}H${x2}V${y2}H${x1}Z`)
  // A single point is a dot: a line to itself, with round ends.
  if (t === 'pen')
    return line(`M${[...points, ...points.slice(-1)].map(([x, y]) => `${x} ${y}`).join('L')}`)
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const corner = (turn: number) =>
    `${px(x2 - size * 5 * Math.cos(angle + turn))} ${px(y2 - size * 5 * Math.sin(angle + turn))}`
  return line(`M${x1} ${y1}L${x2} ${y2}M${corner(0.45)}L${x2} ${y2}L${corner(-0.45)}`)
}
