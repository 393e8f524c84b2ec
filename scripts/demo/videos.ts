import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { markCode, markText } from '#contract/originals.ts'

/** One take of a video: a drawing, and how the camera moves over it. */
export interface Scene {
  /** A drawing of the demo or of the site. */
  drawing: string
  seconds: number
  /** Where the camera begins and ends: x and y of its window from 0 to 1, and its fraction of the picture. */
  from: readonly [x: number, y: number, part: number]
  to: readonly [x: number, y: number, part: number]
  /** The visible part of a wide drawing: 0 its left end, 1 its right end. */
  at?: number
  /** The transition from the previous scene. */
  enter?: 'fade' | 'slideup' | 'slideleft' | 'wipeleft' | 'circleopen'
}

/** A video of the demo, made by make-videos.ts and stored in scripts/demo/videos. */
export interface DemoVideo {
  name: string
  /** The lowest tone of its sound, in Hz. */
  note: number
  scenes: readonly Scene[]
}

const WHOLE = [0.5, 0.5, 1] as const

export const DEMO_VIDEOS: readonly DemoVideo[] = [
  {
    name: 'first-cup',
    note: 196,
    scenes: [
      { drawing: 'c-maya-mug', seconds: 2, from: WHOLE, to: [0.5, 0.8, 0.7] },
      {
        drawing: 'v-mugs',
        seconds: 2,
        from: [0.2, 0.8, 0.6],
        to: [0.8, 0.75, 0.6],
        enter: 'slideleft',
      },
      { drawing: 'w-mug', seconds: 2, from: [0.5, 0.5, 0.75], to: WHOLE },
    ],
  },
  {
    name: 'first-cup-v2',
    note: 196,
    scenes: [
      { drawing: 'c-maya-mug', seconds: 3.2, from: WHOLE, to: [0.5, 0.75, 0.84] },
      { drawing: 'v-mugs', seconds: 2.4, from: [0.35, 0.85, 0.55], to: [0.6, 0.85, 0.55] },
      { drawing: 'v-stack', seconds: 2.4, from: [0.5, 0.95, 0.5], to: WHOLE },
    ],
  },
  {
    name: 'mug-stack',
    note: 220,
    scenes: [
      { drawing: 'v-stack', seconds: 2.4, from: [0.5, 0.2, 0.6], to: [0.5, 0.85, 0.6] },
      {
        drawing: 's-mug',
        at: 0.25,
        seconds: 2.6,
        from: [0.3, 0.7, 0.6],
        to: WHOLE,
        enter: 'slideup',
      },
    ],
  },
  {
    name: 'coffee-bag',
    note: 174.6,
    scenes: [
      { drawing: 'c-maya-coffee', seconds: 2.4, from: WHOLE, to: [0.35, 0.9, 0.6] },
      { drawing: 's-coffee', at: 0.4, seconds: 2.6, from: [0.1, 0.7, 0.7], to: [0.9, 0.7, 0.7] },
    ],
  },
  {
    name: 'warm-bowl',
    note: 164.8,
    scenes: [
      { drawing: 'c-maya-bowl', seconds: 2, from: [0.5, 0.95, 0.6], to: WHOLE },
      { drawing: 'v-bowl', seconds: 2, from: WHOLE, to: [0.5, 0.8, 0.55], enter: 'circleopen' },
      { drawing: 'w-bowl', seconds: 1.6, from: [0.3, 0.6, 0.7], to: [0.7, 0.6, 0.7] },
    ],
  },
  {
    name: 'candlelight',
    note: 146.8,
    scenes: [
      { drawing: 'v-candle', seconds: 3, from: [0.5, 0.55, 0.5], to: WHOLE },
      { drawing: 's-candle', at: 0.35, seconds: 3, from: [0, 0.7, 0.7], to: [1, 0.7, 0.7] },
    ],
  },
  {
    name: 'one-lamp',
    note: 185,
    scenes: [
      { drawing: 's-lamp', at: 0.5, seconds: 2.6, from: WHOLE, to: [0.45, 0.3, 0.65] },
      { drawing: 'v-plant', seconds: 2.4, from: [0.5, 0.7, 0.6], to: WHOLE, enter: 'wipeleft' },
    ],
  },
  {
    name: 'headphones',
    note: 130.8,
    scenes: [
      { drawing: 'c-jonas-head', seconds: 2.4, from: WHOLE, to: [0.5, 0.95, 0.6] },
      {
        drawing: 's-headphones',
        at: 0.5,
        seconds: 2.6,
        from: [0.5, 0.4, 0.6],
        to: WHOLE,
        enter: 'slideup',
      },
    ],
  },
  {
    name: 'serum-shelf',
    note: 207.7,
    scenes: [
      { drawing: 'c-priya-serum', seconds: 2.4, from: [0.5, 0.3, 0.75], to: [0.5, 0.95, 0.65] },
      { drawing: 's-serum', at: 0.45, seconds: 2.6, from: [0.2, 0.6, 0.7], to: [0.8, 0.6, 0.7] },
    ],
  },
  {
    name: 'street-shoe',
    note: 155.6,
    scenes: [
      { drawing: 'c-kofi-pad', seconds: 2, from: WHOLE, to: [0.5, 0.9, 0.7] },
      {
        drawing: 's-shoe',
        at: 0.5,
        seconds: 2.6,
        from: [0.8, 0.65, 0.6],
        to: [0.2, 0.6, 0.8],
        enter: 'slideleft',
      },
    ],
  },
]

/** The demo delivery that waits for its review and is a video: its copies carry these names. */
export const DEMO_MARK = {
  name: 'first-cup-v2',
  seller: 'Harrow & Pine',
  creator: 'Maya Okafor',
  version: 2,
} as const

/** Returns the mark on a video's copies, if those are stored: as the server would make it, by the video's SHA-256. */
export function demoMark(name: string, video: Buffer): string | null {
  if (name !== DEMO_MARK.name) return null
  return markText({
    ...DEMO_MARK,
    code: markCode(createHash('sha256').update(video).digest('hex')),
  })
}

/**
 * A file of a video: 'mp4', which is its own preview, 'poster.webp', 'storyboard.webp', their marked copies, or its
 * metadata, 'json'.
 */
export const videoPath = (name: string, ending: string): string =>
  join(process.cwd(), 'scripts', 'demo', 'videos', `${name}.${ending}`)

/** Returns where a drawing is: among the demo's own, or among the site's. */
export function drawingPath(name: string): string {
  const own = join(process.cwd(), 'scripts', 'demo', 'art', name)
  const found = [`${own}.svg`, `${own}.webp`].find((path) => existsSync(path))
  return found ?? join(process.cwd(), 'web', 'public', 'art', `${name}.svg`)
}
