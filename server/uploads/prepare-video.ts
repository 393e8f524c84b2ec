import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Media, previewRate, type Storyboard, toNearest } from '#contract/media.ts'
import { readFacts } from '#server/providers/video/bundled-tool.ts'
import { UndecodableVideo } from '#server/providers/video/careful-child.ts'
import {
  LONGEST_S,
  MARK_NAME,
  PREVIEW_EDGE,
  previewSize,
  type TileGrid,
} from '#server/providers/video/video-filters.ts'
import type { Facts } from '#server/providers/video/video-facts.ts'
import type { VideoSource, VideoTool } from '#server/providers/video/video-tool.ts'
import { drawMark } from './draw-mark.ts'
import { type Made, makePoster, type Place } from './made-rendition.ts'

/** For a storyboard. The longest edge of a tile, in px, shows a face in a wide picture. */
const TILE_EDGE = 200
const COLUMNS = 10
const MOST_TILES = 120

/** The names of a video's copies. Marked copies carry the mark in every frame. */
const PLAIN = ['preview.mp4', 'poster.webp', 'storyboard.webp'] as const
const MARKED = ['marked.mp4', 'marked_poster.webp', 'marked_storyboard.webp'] as const

/**
 * Reads a video's properties, and makes its preview and, from that, its poster and storyboard: only one pass decodes
 * the untrusted file. With `mark`, these words are over all three. Without a tool, only the header is known. Throws
 * UndecodableVideo.
 */
export async function prepareVideo(
  video: VideoTool | null,
  type: string,
  { source, folder }: Place,
  mark: string | null = null,
): Promise<{ made: Made[]; media: Media | null }> {
  const header = await readFacts(type, source)
  if (video === null) return { made: [], media: header && { ...header.media, storyboard: null } }
  const made = (name: string): Made => ({ name, at: join(folder, name) })
  const names = mark === null ? PLAIN : MARKED
  const [preview, poster, sheet] = [made(names[0]), made(names[1]), made(names[2])]
  const shape = header && { width: header.media.width, height: header.media.height }
  const rate = previewRate(header?.media ?? UNKNOWN_RATE)
  await video.reduce(
    {
      type,
      path: source,
      rate,
      hdr: header?.media.hdr ?? false,
      saysColours: header?.saysColours ?? false,
      shown: shape,
      mark: mark === null ? null : await overlay(mark, shape, folder),
    },
    preview.at,
  )
  const shown = await readFacts('video/mp4', preview.at)
  if (shown === null) throw new UndecodableVideo('its preview has no frames')
  const { grid, storyboard } = storyboardOf(shown.media)
  const [still, tiles] = [join(folder, 'still.png'), join(folder, 'tiles.png')]
  await video.pictures({ from: preview.at, still, tiles, grid })
  await makePoster(still, poster.at)
  await makeSheet(tiles, sheet.at, mark === null ? null : await drawMark(mark, grid))
  return {
    made: [poster, preview, sheet],
    media: { ...checked(header?.media ?? shown.media, shown.media), storyboard },
  }
}

/**
 * Stores the key frames as a storyboard. `mark` lies over each tile at the tile's own size: scaled down with the frame,
 * its thin letters disappear.
 */
async function makeSheet(tiles: string, to: string, mark: Buffer | null): Promise<void> {
  const sheet = sharp(tiles)
  if (mark !== null) sheet.composite([{ input: mark, tile: true, gravity: 'northwest' }])
  await sheet.webp({ quality: 70 }).toFile(to)
}

/** Writes the mark for a preview of a video of this shape; where the shape is unknown, a mark that fits any. */
async function overlay(mark: string, shown: VideoSource['shown'], folder: string): Promise<string> {
  const size =
    shown === null
      ? { width: PREVIEW_EDGE, height: PREVIEW_EDGE }
      : previewSize({ ...shown, pixelShape: 1 })
  const path = join(folder, MARK_NAME)
  await writeFile(path, await drawMark(mark, size))
  return path
}

const UNKNOWN_RATE = { fps_num: 30, fps_den: 1 }

type Header = Facts['media']

/** A preview may end up to a frame early or late; its sound is ignored. */
const SLACK_MS = 150

/** The header's figures, corrected by what could be decoded: a truncated file plays shorter than it claims. */
function checked(header: Header, shown: Header): Header {
  const longest = Math.min(header.duration_ms, LONGEST_S * 1_000)
  if (shown.duration_ms >= longest - SLACK_MS) return header
  const part = shown.duration_ms / header.duration_ms
  return {
    ...header,
    duration_ms: shown.duration_ms,
    frames: Math.max(1, toNearest(header.frames * part)),
  }
}

/** A preview has a key frame each second; for a long one, every second (third …) of them is shown. */
function storyboardOf(preview: Header): { grid: TileGrid; storyboard: Storyboard } {
  const perKey = Math.max(1, toNearest(preview.fps_num / preview.fps_den))
  const keys = Math.max(1, Math.ceil(preview.frames / perKey))
  const every = Math.ceil(keys / MOST_TILES)
  const tiles = Math.ceil(keys / every)
  const scale = TILE_EDGE / Math.max(preview.width, preview.height)
  const edge = (px: number) => Math.max(2, toNearest(px * scale))
  const [width, height] = [edge(preview.width), edge(preview.height)]
  const columns = Math.min(COLUMNS, tiles)
  return {
    grid: { columns, rows: Math.ceil(tiles / columns), width, height, every },
    storyboard: {
      tiles,
      columns,
      width,
      height,
      every_ms: toNearest((every * perKey * 1_000 * preview.fps_den) / preview.fps_num),
    },
  }
}
