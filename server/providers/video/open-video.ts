import {
  AGAIN,
  AUDIO,
  checked,
  type CodecContext,
  END,
  type FormatContext,
  type Frame,
  type Libav,
  NO_TIME,
  type Packet,
  type Rational,
  setOptions,
  type Stream,
  VIDEO,
} from './libav.ts'

/** A decoder of one stream of a file. */
export interface Decoded {
  stream: Stream
  codec: CodecContext
}

/** Frames decode to at most this many pixels, the limit for our own pictures. */
const MAX_PIXELS = 40_000_000

/**
 * A file being decoded. It comes from a stranger: the format is the one detected from its bytes (never a playlist that
 * names other files), no address is fetched, and a frame may not decode to more pixels than a picture may have.
 */
export class OpenVideo {
  readonly video: Decoded
  readonly audio: Decoded | null
  readonly #av: Libav
  readonly #file: FormatContext
  readonly #packet: Packet
  readonly #frame: Frame

  /** Throws an Error that names the step when the file cannot be read, or has no picture. */
  constructor(av: Libav, path: string, format: string, { keyFramesOnly = false } = {}) {
    this.#av = av
    this.#file = new av.FormatContext()
    this.#file.allocContext()
    setOptions(av, this.#file, { protocol_whitelist: 'file' })
    checked(
      av,
      this.#file.openInputSync(`file:${path}`, av.InputFormat.findInputFormat(format), null),
      'file',
    )
    checked(av, this.#file.findStreamInfoSync(null), 'streams')
    const video = this.#decoder(VIDEO, keyFramesOnly ? { skip_frame: 'nokey' } : {})
    if (video === null) throw new Error('streams: no picture')
    this.video = video
    this.audio = keyFramesOnly ? null : this.#decoder(AUDIO, {})
    for (const stream of this.#file.streams ?? [])
      if (stream.index !== video.stream.index && stream.index !== this.audio?.stream.index)
        stream.discard = DISCARD_ALL
    this.#packet = new av.Packet()
    this.#packet.alloc()
    this.#frame = new av.Frame()
    this.#frame.alloc()
  }

  #decoder(type: number, options: Readonly<Record<string, string>>): Decoded | null {
    const av = this.#av
    const index = this.#file.findBestStream(type, -1, -1, false, 0)
    const stream = index < 0 ? undefined : this.#file.streams?.[index]
    if (stream === undefined) return null
    const codec = av.Codec.findDecoder(stream.codecpar.codecId)
    if (codec === null) return null
    const context = new av.CodecContext()
    context.allocContext3(codec)
    checked(av, context.parametersToContext(stream.codecpar), 'decoder')
    context.pktTimebase = stream.timeBase
    context.threadCount = 1
    setOptions(av, context, { ...options, max_pixels: MAX_PIXELS })
    checked(av, context.open2Sync(codec, null), 'decoder')
    return { stream, codec: context }
  }

  /**
   * The time in microseconds at which the file begins. Anything before zero is not shown: it is an encoder's run-up.
   */
  get startsAt(): number {
    return this.#file.startTime === NO_TIME ? 0 : Math.max(0, Number(this.#file.startTime))
  }

  /** When the last packet ends, in seconds: measured, not read from the header. */
  seconds(): number {
    let end = 0
    while (this.#file.readFrameSync(this.#packet) >= 0) {
      const { streamIndex, pts, duration } = this.#packet
      const stream = this.#file.streams?.[streamIndex]
      if (stream !== undefined && pts !== NO_TIME)
        end = Math.max(end, inSeconds(pts + duration, stream.timeBase))
      this.#packet.unref()
    }
    return end
  }

  /**
   * Passes every frame to `take` in the order of the file, until it returns false. A frame is only valid during the
   * call. A damaged packet is skipped, as players do.
   */
  frames(take: (frame: Frame, of: Decoded) => boolean): void {
    for (;;) {
      const got = this.#file.readFrameSync(this.#packet)
      if (got < 0) break
      const of = this.#packet.streamIndex === this.video.stream.index ? this.video : this.audio
      const wanted = this.#packet.streamIndex === of?.stream.index
      const goOn = !wanted || of === null || this.#decode(of, this.#packet, take)
      this.#packet.unref()
      if (!goOn) return
    }
    for (const track of [this.video, this.audio])
      if (track !== null && !this.#decode(track, null, take)) return
  }

  #decode(
    of: Decoded,
    packet: Packet | null,
    take: (frame: Frame, of: Decoded) => boolean,
  ): boolean {
    of.codec.sendPacketSync(packet)
    for (;;) {
      const got = of.codec.receiveFrameSync(this.#frame)
      if (got === AGAIN || got === END) return true
      // Damaged: more packets may follow.
      if (got < 0) return true
      this.#frame.pts = this.#frame.bestEffortTimestamp
      const goOn = this.#frame.pts === NO_TIME || take(this.#frame, of)
      this.#frame.unref()
      if (!goOn) return false
    }
  }

  close(): void {
    this.video.codec.freeContext()
    this.audio?.codec.freeContext()
    this.#file.closeInputSync()
    this.#packet.free()
    this.#frame.free()
  }
}

const DISCARD_ALL = 48

/** A time in a stream's own unit, in seconds. */
export const inSeconds = (time: bigint, { num, den }: Rational): number =>
  (Number(time) * num) / den
