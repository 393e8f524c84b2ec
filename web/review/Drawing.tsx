import {
  DRAWING_SCALE,
  type Drawing as Drawn,
  type Shape,
  STROKE_COLOURS,
  strokeWidth,
} from '#contract/review-drawings.ts'
import styles from './Drawing.module.css'
import { arrowHead, pairs, penPath } from './strokes.ts'

interface Props {
  drawing: Drawn
  /** The picture's width divided by its height. */
  ratio: number
  opacity?: number
}

/** Drawings over a picture of any size: the unit is a thousandth of its longer side. */
export function Drawing({ drawing, ratio, opacity = 1 }: Props) {
  const { width, height } = unitsOf(ratio)
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height}`}
      style={{ opacity }}
      aria-hidden="true"
      data-drawing=""
    >
      {drawing.shapes.map((shape, index) => (
        <ShapeMark key={index} shape={shape} width={width} height={height} />
      ))}
    </svg>
  )
}

export const unitsOf = (ratio: number): { width: number; height: number } =>
  ratio >= 1 ? { width: 1_000, height: 1_000 / ratio } : { width: 1_000 * ratio, height: 1_000 }

/** One stroke in an SVG of these units. A dark edge keeps it visible on a bright picture. */
export function ShapeMark({
  shape,
  width,
  height,
}: {
  shape: Shape
  width: number
  height: number
}) {
  const colour = STROKE_COLOURS[shape.c] ?? STROKE_COLOURS[0]
  const size = strokeWidth(shape.w)
  const points = pairs(shape.p).map(
    ([x, y]) => [(x / DRAWING_SCALE) * width, (y / DRAWING_SCALE) * height] as const,
  )
  const [from, to] = points
  if (!from) return null
  if (shape.t === 'pen')
    return <path className={styles.pen} d={penPath(points, size * 1.6)} fill={colour} />
  if (!to) return null
  const line = { stroke: colour, strokeWidth: size, className: styles.line }
  if (shape.t === 'box')
    return (
      <rect
        {...line}
        x={Math.min(from[0], to[0])}
        y={Math.min(from[1], to[1])}
        width={Math.abs(to[0] - from[0])}
        height={Math.abs(to[1] - from[1])}
        rx={size}
      />
    )
  const head = arrowHead(from, to, size * 5)
  return (
    <>
      <line {...line} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
      <polyline {...line} points={head.map(([x, y]) => `${x},${y}`).join(' ')} />
    </>
  )
}
