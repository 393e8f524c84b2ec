import {
  AGAIN,
  checked,
  type CodecContext,
  END,
  type FilterContext,
  type FormatContext,
  type Frame,
  type Libav,
  dictionaryOf,
  type Packet,
  setOptions,
  type Stream,
} from './libav.ts'

/** How a file is written: container, encoders and their options, by FFmpeg's names. */
export interface Written {
  format: string
  /** Options of the container. */
  options?: Readonly<Record<string, string | number>>
  /** The file's metadata. */
  metadata?: Readonly<Record<string, string>>
  video: Encoded
  audio?: Encoded
}

interface Encoded {
  codec: string
  options?: Readonly<Record<string, string | number>>
  /** Frames from one key frame to the next. */
  keyEvery?: number
  bitRate?: number
  /** The meaning of its colours, by FFmpeg's numbers (those of H.273). */
  colours?: { primaries: number; transfer: number; matrix: number }
  /** Display matrix: how to rotate the picture. */
  matrix?: Buffer
}

/** Parameters are in the file's header, not in the packets. */
const GLOBAL_HEADER = 0x400000
/** Packets last as long as their frames: without it, the last packet would have no duration. */
const FRAME_DURATION = 0x100
const TV_RANGE = 1
export const BT709 = { primaries: 1, transfer: 1, matrix: 1 } as const

interface Track {
  sink: FilterContext
  encoder: CodecContext
  stream: Stream
  ended: boolean
  /** The time in seconds up to which it is written. */
  until: number
}

/** Encodes the output of filter graphs into one file. Every method throws an Error that names the step. */
export class VideoWriter {
  readonly #av: Libav
  readonly #out: FormatContext
  readonly #tracks: Track[] = []
  readonly #frame: Frame
  readonly #packet: Packet
  /** Frames of video written so far. */
  frames = 0

  constructor(
    av: Libav,
    path: string,
    written: Written,
    sinks: { video: FilterContext; audio: FilterContext | null },
  ) {
    this.#av = av
    this.#out = new av.FormatContext()
    this.#frame = new av.Frame()
    this.#frame.alloc()
    this.#packet = new av.Packet()
    this.#packet.alloc()
    checked(av, this.#out.allocOutputContext2(null, written.format, path), 'output')
    this.#addVideo(sinks.video, written.video)
    if (sinks.audio !== null && written.audio !== undefined)
      this.#addAudio(sinks.audio, written.audio)
    setOptions(av, this.#out, written.options ?? {})
    if (written.metadata !== undefined) this.#out.metadata = dictionaryOf(av, written.metadata)
    checked(av, this.#out.openOutputSync(), 'output')
    checked(av, this.#out.writeHeaderSync(null), 'output')
  }

  #addVideo(sink: FilterContext, encoded: Encoded): void {
    const encoder = this.#encoder(encoded.codec)
    encoder.width = sink.buffersinkGetWidth()
    encoder.height = sink.buffersinkGetHeight()
    encoder.pixelFormat = sink.buffersinkGetFormat()
    encoder.timeBase = sink.buffersinkGetTimeBase()
    encoder.framerate = sink.buffersinkGetFrameRate()
    encoder.sampleAspectRatio = sink.buffersinkGetSampleAspectRatio()
    if (encoded.colours !== undefined) {
      encoder.colorRange = TV_RANGE
      encoder.colorPrimaries = encoded.colours.primaries
      encoder.colorTrc = encoded.colours.transfer
      encoder.colorSpace = encoded.colours.matrix
    }
    if (encoded.keyEvery !== undefined) encoder.gopSize = encoded.keyEvery
    this.#add(sink, encoder, encoded)
  }

  #addAudio(sink: FilterContext, encoded: Encoded): void {
    const encoder = this.#encoder(encoded.codec)
    encoder.sampleRate = sink.buffersinkGetSampleRate()
    encoder.sampleFormat = sink.buffersinkGetFormat()
    encoder.channelLayout = sink.buffersinkGetChannelLayout()
    encoder.timeBase = { num: 1, den: encoder.sampleRate }
    if (encoded.bitRate !== undefined) encoder.bitRate = BigInt(encoded.bitRate)
    this.#add(sink, encoder, encoded)
  }

  #encoder(name: string): CodecContext {
    const codec = this.#av.Codec.findEncoderByName(name)
    if (codec === null) throw new Error(`output: no encoder ${name}`)
    const encoder = new this.#av.CodecContext()
    encoder.allocContext3(codec)
    encoder.threadCount = 1
    encoder.flags |= GLOBAL_HEADER | FRAME_DURATION
    return encoder
  }

  #add(sink: FilterContext, encoder: CodecContext, encoded: Encoded): void {
    const av = this.#av
    const codec = av.Codec.findEncoderByName(encoded.codec)
    if (codec === null) throw new Error(`output: no encoder ${encoded.codec}`)
    setOptions(av, encoder, encoded.options ?? {})
    checked(av, encoder.open2Sync(codec, null), encoded.codec)
    const stream = this.#out.newStream(null)
    checked(av, stream.codecpar.fromContext(encoder), 'output')
    if (encoded.matrix) checked(av, stream.codecpar.addCodedSideData(5, encoded.matrix), 'output')
    stream.timeBase = encoder.timeBase
    this.#tracks.push({ sink, encoder, stream, ended: false, until: 0 })
  }

  /** Encodes whatever frames the graphs have ready. */
  drain(): void {
    for (const track of this.#tracks) while (this.#step(track)) continue
  }

  /** For graphs that generate their own frames: writes until each of them ends. */
  drainSources(): void {
    for (;;) {
      const [next] = this.#tracks
        .filter(({ ended }) => !ended)
        .toSorted((a, b) => a.until - b.until)
      if (next === undefined) return
      this.#step(next)
    }
  }

  /** Moves one frame from graph to file; returns false when none is ready. */
  #step(track: Track): boolean {
    if (track.ended) return false
    const frame = this.#frame
    const got = track.sink.buffersinkGetFrameSync(frame)
    if (got === AGAIN) return false
    if (got === END) {
      this.#encode(track, null)
      track.ended = true
      return false
    }
    checked(this.#av, got, 'filters')
    const { num, den } = track.sink.buffersinkGetTimeBase()
    track.until = (Number(frame.pts) * num) / den
    // The source's frame type (key or not) is irrelevant here.
    frame.pictType = 0
    this.#encode(track, frame)
    frame.unref()
    if (track === this.#tracks[0]) this.frames += 1
    return true
  }

  #encode({ encoder, stream }: Track, frame: Frame | null): void {
    const av = this.#av
    checked(av, encoder.sendFrameSync(frame), 'encoder')
    for (;;) {
      const got = encoder.receivePacketSync(this.#packet)
      if (got === AGAIN || got === END) return
      checked(av, got, 'encoder')
      this.#packet.rescaleTs(encoder.timeBase, stream.timeBase)
      this.#packet.streamIndex = stream.index
      checked(av, this.#out.interleavedWriteFrameSync(this.#packet), 'output')
    }
  }

  /** Flushes the buffered packets and writes the file's index. */
  finish(): void {
    this.drain()
    checked(this.#av, this.#out.writeTrailerSync(), 'output')
    this.#out.closeOutputSync()
    for (const { encoder } of this.#tracks) encoder.freeContext()
    this.#out.freeContext()
    this.#frame.free()
    this.#packet.free()
  }
}
