import { createRequire } from 'node:module'
import { type Media, toNearest } from '#contract/media.ts'
import { aviFacts } from './avi-facts.ts'
import { timingOf } from './frame-times.ts'

/** The part of mediabunny that is used here. Its own types would bring browser types into the server. */
interface Mediabunny {
  Input: new (options: { source: object; formats: object[] }) => Input
  FilePathSource: new (path: string) => object
  EncodedPacketSink: new (track: VideoTrack) => {
    packets(from: undefined, to: undefined, options: { metadataOnly: true }): AsyncIterable<Packet>
  }
  MP4: object
  QTFF: object
  WEBM: object
}
interface Input {
  getPrimaryVideoTrack(): Promise<VideoTrack | null>
  getPrimaryAudioTrack(): Promise<AudioTrack | null>
  dispose(): void
}
interface Track {
  getCodec(): Promise<string | null>
  getInternalCodecId(): Promise<string | number | Uint8Array | null>
}
interface VideoTrack extends Track {
  getDisplayWidth(): Promise<number>
  getDisplayHeight(): Promise<number>
  getRotation(): Promise<Media['rotation']>
  hasHighDynamicRange(): Promise<boolean>
  getColorSpace(): Promise<{ matrix?: string | null }>
}
interface AudioTrack extends Track {
  getNumberOfChannels(): Promise<number>
  getSampleRate(): Promise<number>
}
/** Times in seconds. */
interface Packet {
  timestamp: number
  duration: number
}

/** Loaded when a header is read: the jobs that decode do not need it. */
const load = createRequire(import.meta.url)
const mediabunny = (): Mediabunny => load('mediabunny') as Mediabunny

/** A file of 50 MB holds far fewer frames; a header that claims more is wrong. */
const MOST_FRAMES = 300_000
const LONGEST_EDGE = 16_384

/** The contents of a header: about the video, and how to interpret its colours. */
export interface Facts {
  media: Omit<Media, 'storyboard'>
  /** Whether it says which colours its numbers mean. */
  saysColours: boolean
}

/**
 * Returns what a video's header says, read in plain JavaScript: nothing is decoded. Null when it is not a video we
 * know. A truncated file may promise more than it holds.
 */
export async function videoFacts(type: string, path: string): Promise<Facts | null> {
  if (type === 'video/x-msvideo') {
    const media = await aviFacts(path)
    return media && { media, saysColours: false }
  }
  const { FilePathSource, Input, MP4, QTFF, WEBM } = mediabunny()
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track === null ? null : await factsOf(input, track)
  } finally {
    input.dispose()
  }
}

async function factsOf(input: Input, track: VideoTrack): Promise<Facts | null> {
  const { times, end, lastDuration } = await frameTimes(track)
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  if (times.length === 0 || width < 1 || height < 1 || Math.max(width, height) > LONGEST_EDGE)
    return null
  const { rate, vfr } = timingOf(times, lastDuration)
  const sound = await input.getPrimaryAudioTrack()
  const media = {
    fps_num: rate.num,
    fps_den: rate.den,
    frames: times.length,
    duration_ms: toNearest(end * 1_000),
    width,
    height,
    rotation: await track.getRotation(),
    vfr,
    audio:
      sound === null
        ? null
        : {
            codec: await codecOf(sound),
            channels: await sound.getNumberOfChannels(),
            sample_rate: await sound.getSampleRate(),
          },
    hdr: await track.hasHighDynamicRange(),
    codec: await codecOf(track),
  }
  const { matrix } = await track.getColorSpace()
  return { media, saysColours: typeof matrix === 'string' }
}

/** A codec that the library does not know gets the name the file gives it. */
async function codecOf(track: Track): Promise<string> {
  const name = (await track.getCodec()) ?? (await track.getInternalCodecId())
  return typeof name === 'string' || typeof name === 'number' ? String(name) : 'unknown'
}

/**
 * When each frame is shown, in order; frames that end before the beginning are not shown. Throws RangeError for too
 * many.
 */
async function frameTimes(
  track: VideoTrack,
): Promise<{ times: number[]; end: number; lastDuration: number }> {
  const times: number[] = []
  let end = 0
  let lastDuration = 0
  const { EncodedPacketSink } = mediabunny()
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp, duration } of packets) {
    if (timestamp + duration <= 0) continue
    if (times.push(Math.max(0, timestamp)) > MOST_FRAMES) throw new RangeError('too many frames')
    if (timestamp + duration < end) continue
    end = timestamp + duration
    lastDuration = duration
  }
  return { times: times.toSorted((a, b) => a - b), end, lastDuration }
}
