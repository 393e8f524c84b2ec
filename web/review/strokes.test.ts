import { expect, test } from 'vitest'
import { isDrawing, type Shape } from '#contract/review-drawings.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { flat, pairs, penPath, pointOn, roomIn, simplified } from './strokes.ts'

test('a point is stored in whole 10,000ths of the picture, and never outside it', () => {
  expect(pointOn({ x: 50, y: 45 }, { width: 200, height: 90 })).toEqual([2_500, 5_000])
  expect(pointOn({ x: -3, y: 900 }, { width: 200, height: 90 })).toEqual([0, 10_000])
  expect(pointOn({ x: 1, y: 1 }, { width: 3, height: 3 })).toEqual([3_333, 3_333])
})

test('a simplified stroke keeps its ends and its corners, but no point on a straight line', () => {
  const line = Array.from({ length: 100 }, (_, at) => [at * 10, 5_000 + (at % 2)] as const)
  expect(simplified(line)).toEqual([line[0], line.at(-1)])
  const corner = [
    [0, 0],
    [500, 3],
    [1_000, 0],
    [1_002, 500],
    [1_000, 1_000],
  ] as const
  expect(simplified(corner)).toEqual([corner[0], corner[2], corner[4]])
})

test('a scribble is simplified to the maximum number of points and keeps its ends', () => {
  const scribble = Array.from(
    { length: 6_000 },
    (_, at) => [at, 5_000 + Math.round(4_000 * Math.sin(at))] as const,
  )
  const kept = simplified(scribble, 200)
  expect(kept.length).toBeLessThanOrEqual(200)
  expect(kept[0]).toEqual(scribble[0])
  expect(kept.at(-1)).toEqual(scribble.at(-1))
})

test('points survive flattening to numbers and back, and a pen stroke is a closed path', () => {
  expect(
    pairs(
      flat([
        [1, 2],
        [3, 4],
      ]),
    ),
  ).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(penPath([], 40)).toBe('')
  expect(
    penPath(
      [
        [10, 10],
        [500, 500],
      ],
      40,
    ),
  ).toMatch(/^M[\d. L-]+Z$/)
})

test('a drawing has room until its strokes or their points reach the server’s limits', () => {
  const pen = (points: number): Shape => ({ t: 'pen', c: 0, w: 1, p: Array(2 * points).fill(5) })
  const of = (...shapes: Shape[]) => ({ v: 1, shapes }) as const
  const most = (count: number) => of(...Array.from({ length: count }, () => pen(2)))
  expect(roomIn(null)).toBe(NOTE_LIMITS.points)
  expect(roomIn(most(NOTE_LIMITS.shapes - 1))).toBeGreaterThan(0)
  expect(roomIn(most(NOTE_LIMITS.shapes))).toBe(0)
  expect(roomIn(of(pen(NOTE_LIMITS.points - 2)))).toBe(2)
  expect(roomIn(of(pen(NOTE_LIMITS.points - 1)))).toBe(0)
  expect(isDrawing(of(pen(NOTE_LIMITS.points - 2), pen(2)))).toBe(true)
  expect(isDrawing(of(pen(NOTE_LIMITS.points - 1), pen(2)))).toBe(false)
})
