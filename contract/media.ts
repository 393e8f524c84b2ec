/** What is known about a video (`files.media`); times are those of its presentation, in ms from its beginning. */
export interface Media {
  /** Frames per second as a fraction: 30000/1001 is written 29.97. For a variable rate, the most common one. */
  fps_num: number
  fps_den: number
  /** The number of frames that can be shown. */
  frames: number
  /** The playing time. */
  duration_ms: number
  /** The size of the picture as displayed, in px, after rotation. */
  width: number
  height: number
  /** Degrees clockwise by which the stored picture was turned. */
  rotation: 0 | 90 | 180 | 270
  /** The time between frames varies, as in videos filmed by phones. */
  vfr: boolean
  audio: { codec: string; channels: number; sample_rate: number } | null
  /** Filmed in high dynamic range (HLG or PQ). */
  hdr: boolean
  /** 'avc', 'hevc', 'vp9' …, otherwise the name in the file. */
  codec: string
  /** The layout of its storyboard; null while there is none. */
  storyboard: Storyboard | null
}

/** Stills of a video in one picture, 'storyboard.webp': row by row, from its beginning. */
export interface Storyboard {
  tiles: number
  columns: number
  /** The size of one tile, in px. */
  width: number
  height: number
  /** The time from one tile to the next. */
  every_ms: number
}

/** Frames per second as a fraction. */
export interface Rate {
  num: number
  den: number
}

/** The rates that cameras and editors write. */
export const COMMON_RATES: readonly Rate[] = [
  ...[10, 12, 15, 24, 25, 30, 48, 50, 60, 100, 120, 240].map((num) => ({ num, den: 1 })),
  ...[15, 24, 30, 48, 60, 120, 240].map((whole) => ({ num: whole * 1_000, den: 1_001 })),
]

/** No preview has more frames per second than this. */
const PREVIEW_FPS = 30

/**
 * Returns the constant rate of a video's preview: its own up to 30 a second, otherwise every second (third …) frame of
 * it. So frame numbers differ between the two; milliseconds do not.
 */
export function previewRate({ fps_num, fps_den }: Pick<Media, 'fps_num' | 'fps_den'>): Rate {
  // A common rate may be slightly above its nominal value.
  const part = Math.max(1, Math.ceil(fps_num / fps_den / PREVIEW_FPS - 0.01))
  const divisor = greatestCommonDivisor(fps_num, fps_den * part)
  return { num: fps_num / divisor, den: (fps_den * part) / divisor }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

/** Frames, px and ms are whole numbers; money is rounded in contract/money.ts alone. */
export const toNearest = (value: number): number => Math.floor(value + 0.5)
