import { type Rate, toNearest } from '#contract/media.ts'
import { filterGraph, type Graph } from './filter-graph.ts'
import { type Frame, type Libav } from './libav.ts'
import { inSeconds, OpenVideo } from './open-video.ts'
import {
  keyEvery,
  LONGEST_S,
  MARK_FILTERS,
  MARK_NAME,
  OVERLAY,
  previewFilters,
  SOUND_FILTERS,
  type SourceFrame,
} from './video-filters.ts'
import { BT709, VideoWriter } from './video-writer.ts'

/** A video to be reduced. `mark` is a PNG to lay over it. */
interface Previewed {
  from: string
  format: string
  to: string
  rate: Rate
  mark: string | null
}

/** Writes the reduced MP4 of a video. Throws an Error that names the step that failed. */
export function makePreview(
  av: Libav,
  { from, format, to, rate, mark }: Previewed,
): { frames: number } {
  const first = firstFrame(av, from, format)
  const file = new OpenVideo(av, from, format)
  const { video, audio } = file
  const picture = filterGraph(
    av,
    'video',
    marked(previewFilters(first.seen, rate), mark),
    first.input,
  )
  const sound = audio === null ? null : soundGraph(av, audio)
  const every = keyEvery(rate)
  const writer = new VideoWriter(
    av,
    to,
    {
      format: 'mp4',
      options: { movflags: '+faststart' },
      video: {
        codec: 'libx264',
        keyEvery: every,
        colours: BT709,
        options: { preset: 'veryfast', crf: 27, keyint_min: every, sc_threshold: 0 },
      },
      audio: { codec: 'aac', bitRate: 96_000 },
    },
    { video: picture.sink, audio: sound?.sink ?? null },
  )
  file.frames((frame, of) => {
    const unit = of.stream.timeBase
    const begin = BigInt(toNearest((file.startsAt * unit.den) / unit.num / 1_000_000))
    frame.pts -= begin
    if (inSeconds(frame.pts, unit) >= LONGEST_S) return false
    // Some files give their last frame a duration of zero, and it would not be shown.
    if (of === video && frame.duration === 0n)
      frame.duration = BigInt(toNearest((rate.den * unit.den) / (rate.num * unit.num)))
    const graph = of === video ? picture : sound
    // A frame the graph cannot take (its size changed to one the graph does not know) is left out, like a damaged one.
    graph?.source?.buffersrcAddFrameSync(frame)
    writer.drain()
    return true
  })
  for (const graph of [picture, sound]) graph?.source?.buffersrcAddFrameSync(null)
  writer.finish()
  file.close()
  if (writer.frames === 0) throw new Error('decoder: no frame')
  return { frames: writer.frames }
}

/**
 * The chain with the mark laid over it. Names in a filter's text would need escaping, so the file is referenced by its
 * bare name and the process works in its folder (decoder-jobs.ts).
 */
const marked = (filters: string, mark: string | null): string =>
  mark === null
    ? `[in]${filters}[out]`
    : `[in]${filters}[picture];movie=${MARK_NAME},${MARK_FILTERS}[mark];[picture][mark]${OVERLAY}[out]`

function firstFrame(av: Libav, path: string, format: string): { seen: SourceFrame; input: string } {
  const file = new OpenVideo(av, path, format)
  let found: { seen: SourceFrame; input: string } | null = null
  const { timeBase } = file.video.stream
  file.frames((frame, of) => {
    if (of !== file.video) return true
    const { num, den } = frame.sampleAspectRatio
    const shape = num > 0 && den > 0 ? num / den : 1
    found = {
      seen: {
        width: frame.width,
        height: frame.height,
        pixelShape: shape > 0.1 && shape < 10 ? shape : 1,
        turn: turnOf(frame),
        transfer: frame.colorTrc,
        matrix: frame.colorSpace,
      },
      input:
        `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=${timeBase.num}/${timeBase.den}` +
        `:pixel_aspect=${num}/${Math.max(1, den)}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    }
    return false
  })
  file.close()
  if (found === null) throw new Error('decoder: no frame')
  return found
}

const DISPLAY_MATRIX = 6

/** Degrees clockwise by which players rotate a frame, in quarter turns. */
function turnOf(frame: Frame): number {
  const data = frame.getSideData(DISPLAY_MATRIX)
  if (data === null || data.length < 8) return 0
  const turned = (Math.atan2(data.readInt32LE(4), data.readInt32LE(0)) * 180) / Math.PI
  return (toNearest(turned / 90) * 90 + 360) % 360
}

function soundGraph(av: Libav, { stream, codec }: NonNullable<OpenVideo['audio']>): Graph | null {
  const { mask, nbChannels } = codec.channelLayout as { mask: bigint; nbChannels: number }
  const layout = mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`
  const { num, den } = stream.timeBase
  const input = `time_base=${num}/${den}:sample_rate=${codec.sampleRate}:sample_fmt=${codec.sampleFormat}:channel_layout=${layout}`
  try {
    return filterGraph(av, 'audio', `[in]${SOUND_FILTERS}[out]`, input)
  } catch {
    // Sound that cannot be decoded does not hold back the picture.
    return null
  }
}
