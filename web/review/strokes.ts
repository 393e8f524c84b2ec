import { getStroke } from 'perfect-freehand'
import { toNearest } from '#contract/media.ts'
import { DRAWING_SCALE, type Drawing } from '#contract/review-drawings.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'

/** A point of a drawing, in 1/10,000 of the picture's width and height. */
type Point = readonly [x: number, y: number]

/** How far a point may be from the simplified stroke: 0.2 % of the picture. */
const TOLERANCE = DRAWING_SCALE * 0.002

const clamped = (value: number) => Math.max(0, Math.min(DRAWING_SCALE, toNearest(value)))

/** Converts a position on a picture of this size to the integer units of a drawing. */
export const pointOn = (
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
): Point => [clamped((x / width) * DRAWING_SCALE), clamped((y / height) * DRAWING_SCALE)]

/** x and y of each point, one after the other. */
export const flat = (points: readonly Point[]): number[] => points.flat()

/** The points of such a flat list. */
export const pairs = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [
    numbers[at * 2] ?? 0,
    numbers[at * 2 + 1] ?? 0,
  ])

/** The number of points that another stroke of a drawing may have; 0 when there is no room for one. */
export function roomIn(drawing: Drawing | null): number {
  const shapes = drawing?.shapes ?? []
  const left = NOTE_LIMITS.points - shapes.reduce((sum, { p }) => sum + p.length / 2, 0)
  // An arrow and a box have two.
  return shapes.length >= NOTE_LIMITS.shapes || left < 2 ? 0 : left
}

/**
 * Simplifies a stroke: removes the points that do not change its shape (Ramer, Douglas and Peucker), and keeps at most
 * `most`: a long one loses some of its detail.
 */
export function simplified(points: readonly Point[], most: number = NOTE_LIMITS.points): Point[] {
  for (let tolerance = TOLERANCE; ; tolerance *= 2) {
    const kept = within(points, tolerance)
    if (kept.length <= Math.max(2, most)) return kept
  }
}

function within(points: readonly Point[], tolerance: number): Point[] {
  const keep = new Set([0, points.length - 1])
  // An explicit stack instead of recursion: a scribble may have thousands of points.
  const open: [number, number][] = [[0, points.length - 1]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part
    let farthest = -1
    let most = tolerance
    for (let at = from + 1; at < to; at += 1) {
      const away = distance(points[at], points[from], points[to])
      if (away > most) [farthest, most] = [at, away]
    }
    if (farthest === -1) continue
    keep.add(farthest)
    open.push([from, farthest], [farthest, to])
  }
  return points.filter((_, at) => keep.has(at))
}

function distance(
  [x, y]: Point = [0, 0],
  [x1, y1]: Point = [0, 0],
  [x2, y2]: Point = [0, 0],
): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/** A finer resolution is not visible. */
const tenths = (value: number) => toNearest(value * 10) / 10

/** The outline of a pen's stroke as an SVG path, in the units of its points. */
export function penPath(points: readonly Point[], size: number): string {
  const outline = getStroke(
    points.map(([x, y]) => [x, y]),
    { size, thinning: 0.3, smoothing: 0.6, streamline: 0.3, simulatePressure: true },
  )
  const [first, ...rest] = outline
  if (!first) return ''
  const text = ([x = 0, y = 0]: readonly number[]) => `${tenths(x)} ${tenths(y)}`
  return `M${text(first)}${rest.map((point) => `L${text(point)}`).join('')}Z`
}

/** The three corners of an arrow's head at its end. */
export function arrowHead([x1, y1]: Point, [x2, y2]: Point, size: number): Point[] {
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const corner = (turn: number): Point => [
    x2 - size * Math.cos(angle + turn),
    y2 - size * Math.sin(angle + turn),
  ]
  return [corner(0.45), [x2, y2], corner(-0.45)]
}
