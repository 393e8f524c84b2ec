import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { DRAWING_SCALE, type Drawing, type Shape } from '#contract/review-drawings.ts'
import styles from './Drawing.module.css'
import { ShapeMark, unitsOf } from './Drawing.tsx'
import { roomWords as say } from './room-words.ts'
import { flat, pairs, pointOn, roomIn, simplified } from './strokes.ts'
import type { Composer, Tool } from './use-composer.ts'

/** The distance an arrow key moves the cross, in 1/10,000 of the picture; five times as far with Shift. */
const STEP = 200

interface Props {
  composer: Composer
  tool: Tool
  /** The picture's width divided by its height. */
  ratio: number
}

/** Takes strokes from a mouse, a pen or a finger, and from the keyboard: arrows move, Enter begins and ends. */
export function DrawingPad({ composer, tool, ratio }: Props) {
  const [stroke, setStroke] = useState<number[] | null>(null)
  const [cross, setCross] = useState<readonly [number, number] | null>(null)
  const { width, height } = unitsOf(ratio)
  const { drawing } = composer.typed
  const shape = stroke && tool !== 'place' ? shapeOf(tool, stroke, composer.look) : null

  function finish(points: number[] | null) {
    setStroke(null)
    if (!points) return
    if (tool === 'place') {
      const [x = 0, y = 0] = points
      composer.change({ place: { x, y } })
      composer.setTool(null)
      return
    }
    const drawn = fitting(drawing, shapeOf(tool, points, composer.look))
    if (drawn) composer.change({ drawing: drawn })
  }

  const at = (event: PointerEvent) => {
    const { left, top, width: w, height: h } = event.currentTarget.getBoundingClientRect()
    return pointOn({ x: event.clientX - left, y: event.clientY - top }, { width: w, height: h })
  }
  const extended = (points: number[], [x, y]: readonly [number, number]) =>
    tool === 'pen' ? [...points, x, y] : [points[0] ?? x, points[1] ?? y, x, y]

  function onKey(event: KeyboardEvent) {
    const [x, y] = cross ?? [DRAWING_SCALE / 2, DRAWING_SCALE / 2]
    const by = event.shiftKey ? STEP * 5 : STEP
    const moved = {
      ArrowLeft: [x - by, y],
      ArrowRight: [x + by, y],
      ArrowUp: [x, y - by],
      ArrowDown: [x, y + by],
    }[event.key]
    if (moved) {
      const to = moved.map((one) => Math.max(0, Math.min(DRAWING_SCALE, one)))
      const place = [to[0] ?? 0, to[1] ?? 0] as const
      setCross(place)
      if (stroke) setStroke(extended(stroke, place))
    } else if (event.key === 'Enter') {
      setCross([x, y])
      if (stroke || tool === 'place') finish(stroke ?? [x, y])
      else setStroke(extended([], [x, y]))
    } else if (event.key === 'Escape') {
      if (stroke) setStroke(null)
      else composer.setTool(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // A drawing has no control of its own: the surface takes the keys (role application).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <svg
      className={styles.pad}
      viewBox={`0 0 ${width} ${height}`}
      role="application"
      aria-label={say.pad}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setCross(null)
        setStroke(extended([], at(event)))
      }}
      onPointerMove={(event) => {
        const point = at(event)
        if (stroke && cross === null) setStroke(extended(stroke, point))
      }}
      onPointerUp={(event) => finish(stroke ? extended(stroke, at(event)) : null)}
      onPointerCancel={() => setStroke(null)}
    >
      {shape ? <ShapeMark shape={shape} width={width} height={height} /> : null}
      {cross ? (
        <g
          className={styles.cross}
          transform={`translate(${(cross[0] / DRAWING_SCALE) * width} ${(cross[1] / DRAWING_SCALE) * height})`}
        >
          <path d="M-18 0H18M0 -18V18" />
        </g>
      ) : null}
    </svg>
  )
}

function shapeOf(tool: Shape['t'], points: number[], look: Composer['look']): Shape {
  const p = tool === 'pen' ? points : points.slice(0, 4)
  // A press without a move is a dot, which also needs two ends.
  const full = tool !== 'pen' && p.length < 4 ? [...p, ...p] : p
  return { t: tool, c: look.colour, w: look.width, p: full }
}

/**
 * Returns the drawing with one more stroke, within the limits; null when there is no room for it, which the tools
 * report.
 */
function fitting(drawing: Drawing | null, shape: Shape): Drawing | null {
  const left = roomIn(drawing)
  if (left === 0) return null
  const shapes = drawing?.shapes ?? []
  const p = shape.t === 'pen' ? flat(simplified(pairs(shape.p), left)) : shape.p
  return { v: 1, shapes: [...shapes, { ...shape, p }] }
}
