import { askAbout, decode, lookAt, UndecodableVideo } from './careful-child.ts'
import {
  FRAME_FILTERS,
  keyEvery,
  LONGEST_S,
  MARK_FILTERS,
  OVERLAY,
  PREVIEW_EDGE,
  previewSize,
  SOUND_FILTERS,
  STILL_FILTERS,
  tileFilters,
  toneMapped,
  IN_709,
} from './video-filters.ts'
import { demuxerOf } from './video-formats.ts'
import type { VideoSource, VideoTool } from './video-tool.ts'

/**
 * Files come from strangers: no address is fetched, the format is the one detected from the bytes (never a playlist
 * that names other files), and a frame may not decode to more pixels than a picture may have.
 */
const CAREFULLY = ['-protocol_whitelist', 'file', '-max_pixels', '40000000', '-threads', '1']
const QUIETLY = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']

/** Checks once for an ffmpeg that can write formats that browsers play; null without one. */
export async function findFfmpeg(command: string): Promise<VideoTool | null> {
  let version: string
  let canToneMap: boolean
  try {
    const [about, encoders, filters] = await Promise.all(
      ['-version', '-encoders', '-filters'].map((what) =>
        askAbout(command, ['-hide_banner', what]),
      ),
    )
    if (!/ libx264 /.test(encoders ?? '')) return null
    version = /^ffmpeg version (\S+)/m.exec(about ?? '')?.[1] ?? ''
    canToneMap = / zscale /.test(filters ?? '')
  } catch {
    return null
  }
  return {
    name: `ffmpeg ${version}`.trim(),
    seconds: async (type, fromPath) => {
      const progress = await lookAt(command, [...QUIETLY, ...input(type, fromPath), ...COUNTED])
      // One block of figures every half second; the last one is the end. The values are in microseconds.
      const [, length] = /.*^out_time_us=(\d+)$/ms.exec(progress) ?? []
      if (length === undefined) throw new UndecodableVideo('of unknown length')
      return Number(length) / 1_000_000
    },
    reduce: async (source, toPath) => {
      const { type, path, mark } = source
      await decode(command, [
        ...QUIETLY,
        ...input(type, path),
        ...(mark === null ? [] : ['-f', 'png_pipe', '-i', `file:${mark}`]),
        ...reduced(source, canToneMap),
        toPath,
      ])
    },
    pictures: async ({ from, still, tiles, grid }) => {
      const preview = input('video/mp4', from)
      const first = [...ONE_PICTURE, STILL_FILTERS, still]
      await decode(command, [...QUIETLY, ...preview, ...first])
      const all = ['-skip_frame', 'nokey', ...preview, ...ONE_PICTURE, tileFilters(grid), tiles]
      await decode(command, [...QUIETLY, ...all])
    },
    frame: async ({ from, seconds, to }) => {
      const at = ['-ss', `${Math.trunc(seconds * 1_000)}ms`]
      await lookAt(command, [
        ...QUIETLY,
        ...at,
        ...input('video/mp4', from),
        ...ONE_PICTURE,
        FRAME_FILTERS,
        to,
      ])
    },
  }
}

const words = (text: string): string[] => text.trim().split(/\s+/)

const ONE_PICTURE = words('-map 0:v:0 -frames:v 1 -f image2 -vf')

/** Reads every packet without decoding any: a fraction of a second for 50 MB. */
const COUNTED = words('-map 0:v:0 -map 0:a:0? -c copy -f null -progress pipe:1 -')

/** Two even edges, as the codec requires. Rotation and pixel shape are already part of the displayed size. */
function sizeOf(shown: VideoSource['shown']): string {
  if (shown === null)
    return `w='min(${PREVIEW_EDGE},iw)':h='min(${PREVIEW_EDGE},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
  const { width, height } = previewSize({ ...shown, pixelShape: 1 })
  return `w=${width}:h=${height}`
}

function reduced(
  { rate, hdr, saysColours, shown, mark }: VideoSource,
  canToneMap: boolean,
): string[] {
  const isLarge = shown !== null && Math.min(shown.width, shown.height) >= 720
  const read = saysColours ? 'auto' : isLarge ? 'bt709' : 'smpte170m'
  const colours = hdr ? '' : `:in_color_matrix=${read}:out_color_matrix=bt709:out_range=tv`
  const filters = [
    `fps=${rate.num}/${rate.den}:start_time=0`,
    `scale=${sizeOf(shown)}${colours}`,
    'setsar=1',
    ...(hdr && canToneMap ? [toneMapped(null)] : []),
    IN_709,
  ]
  const every = keyEvery(rate)
  const picture =
    mark === null
      ? ['-vf', filters.join(','), '-map', '0:v:0']
      : [
          '-filter_complex',
          `[0:v:0]${filters.join(',')}[picture];[1:v:0]${MARK_FILTERS}[mark];[picture][mark]${OVERLAY}[out]`,
          '-map',
          '[out]',
        ]
  return [
    ...picture,
    ...words('-map 0:a:0? -map_metadata -1 -map_chapters -1 -t'),
    String(LONGEST_S),
    '-af',
    SOUND_FILTERS,
    ...words('-c:v libx264 -preset veryfast -crf 27 -threads 1 -sc_threshold 0'),
    ...words(`-g ${every} -keyint_min ${every} -r ${rate.num}/${rate.den}`),
    ...words('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'),
    ...words('-c:a aac -b:a 96k -ac 2 -movflags +faststart -f mp4'),
  ]
}

function input(type: string, path: string): string[] {
  return [...CAREFULLY, '-f', demuxerOf(type), '-i', `file:${path}`]
}
