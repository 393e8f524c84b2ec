import { NOTE_LIMITS } from './review-notes.ts'

/** Drawings are in 1/10,000 of the upright picture's width and height. */
export const DRAWING_SCALE = 10_000
export const SHAPE_TYPES = ['pen', 'arrow', 'box'] as const
export type ShapeType = (typeof SHAPE_TYPES)[number]

/** The colours by number: bright enough for any picture, the same in both themes. */
export const STROKE_COLOURS = [
  '#ff4d4f',
  '#ffd23f',
  '#35d07f',
  '#4da3ff',
  '#ffffff',
  '#101b1e',
] as const

/** Stroke widths by number, in thousandths of the picture's longer side. */
const WIDTHS: Readonly<Record<number, number>> = { 1: 4, 2: 8, 3: 14 }

export const strokeWidth = (number: number): number => WIDTHS[number] ?? 8

/** One stroke. */
export interface Shape {
  t: ShapeType
  /** Its colour: 0…5. */
  c: number
  /** Its width: 1…3. */
  w: number
  /** x0, y0, x1, y1 …, each 0…10000. An arrow and a box have two points: from, to; two opposite corners. */
  p: number[]
}

export interface Drawing {
  v: 1
  shapes: Shape[]
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))

/**
 * Returns whether a value from outside is a drawing within the limits. It is checked by hand, because up to four
 * thousand numbers are checked one by one while other requests wait.
 */
export function isDrawing(value: unknown): value is Drawing {
  if (typeof value !== 'object' || value === null || !hasOnly(value, ['v', 'shapes'])) return false
  const { v, shapes } = value as { v: unknown; shapes: unknown }
  if (v !== 1 || !Array.isArray(shapes)) return false
  if (shapes.length === 0 || shapes.length > NOTE_LIMITS.shapes) return false
  let points = 0
  for (const shape of shapes as unknown[]) {
    if (!isShape(shape)) return false
    points += shape.p.length / 2
    if (points > NOTE_LIMITS.points) return false
  }
  return JSON.stringify(value).length <= NOTE_LIMITS.drawingBytes
}

function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null) return false
  if (!hasOnly(value, ['t', 'c', 'w', 'p'])) return false
  const { t, c, w, p } = value as Record<keyof Shape, unknown>
  if (!(SHAPE_TYPES as readonly unknown[]).includes(t)) return false
  if (!isWhole(c, 0, STROKE_COLOURS.length - 1) || !isWhole(w, 1, 3)) return false
  if (!Array.isArray(p) || p.length < 2 || p.length > 2 * NOTE_LIMITS.points) return false
  if (t === 'pen' ? p.length % 2 !== 0 : p.length !== 4) return false
  return p.every((one) => isWhole(one, 0, DRAWING_SCALE))
}
