import { createRequire } from 'node:module'
import { constants } from 'node:os'

/**
 * The part of FFmpeg's libraries that is used here, as the npm package of this platform exposes it: one native file
 * without JavaScript. Names, numbers and return values are those of the C API: negative is an error.
 */

export interface Rational {
  num: number
  den: number
}

interface Dictionary {
  alloc(): void
  set(key: string, value: string, flags: number): number
}

export interface CodecParameters {
  readonly codecType: number
  readonly codecId: number
  readonly width: number
  readonly height: number
  codecTag: number
  fromContext(context: CodecContext): number
  addCodedSideData(type: number, data: Buffer): number
}

export interface Stream {
  readonly index: number
  readonly codecpar: CodecParameters
  readonly attachedPic: unknown
  readonly avgFrameRate: Rational
  timeBase: Rational
  discard: number
}

export interface Packet {
  streamIndex: number
  pts: bigint
  readonly duration: bigint
  alloc(): void
  free(): void
  unref(): void
  rescaleTs(from: Rational, to: Rational): void
}

export interface Frame {
  readonly width: number
  readonly height: number
  readonly format: number
  readonly sampleRate: number
  readonly channelLayout: { mask: bigint; nbChannels: number }
  readonly sampleAspectRatio: Rational
  readonly colorTrc: number
  readonly colorSpace: number
  readonly colorRange: number
  readonly bestEffortTimestamp: bigint
  pts: bigint
  pictType: number
  duration: bigint
  alloc(): void
  free(): void
  unref(): void
  getSideData(type: number): Buffer | null
}

interface Codec {
  readonly id: number
}

export interface CodecContext {
  width: number
  allocContext3(codec: Codec): void
  freeContext(): void
  parametersToContext(parameters: CodecParameters): number
  open2Sync(codec: Codec, options: null): number
  sendPacketSync(packet: Packet | null): number
  receiveFrameSync(frame: Frame): number
  sendFrameSync(frame: Frame | null): number
  receivePacketSync(packet: Packet): number
  timeBase: Rational
  pktTimebase: Rational
  framerate: Rational
  height: number
  sampleAspectRatio: Rational
  pixelFormat: number
  gopSize: number
  bitRate: bigint
  sampleRate: number
  sampleFormat: number
  channelLayout: unknown
  threadCount: number
  flags: number
  colorSpace: number
  colorRange: number
  colorPrimaries: number
  colorTrc: number
}

export interface FormatContext {
  readonly startTime: bigint
  readonly streams: Stream[] | null
  metadata: Dictionary | null
  allocContext(): void
  allocOutputContext2(format: null, name: string, path: string): number
  openInputSync(url: string, format: unknown, options: null): number
  findStreamInfoSync(options: null): number
  findBestStream(
    type: number,
    wanted: number,
    related: number,
    decoder: boolean,
    flags: number,
  ): number
  readFrameSync(packet: Packet): number
  closeInputSync(): void
  newStream(codec: null): Stream
  openOutputSync(): number
  writeHeaderSync(options: null): number
  interleavedWriteFrameSync(packet: Packet): number
  writeTrailerSync(): number
  closeOutputSync(): void
  freeContext(): void
}

export interface FilterContext {
  buffersrcAddFrameSync(frame: Frame | null, flags?: number): number
  buffersinkGetFrameSync(frame: Frame): number
  buffersinkGetTimeBase(): Rational
  buffersinkGetFrameRate(): Rational
  buffersinkGetWidth(): number
  buffersinkGetHeight(): number
  buffersinkGetFormat(): number
  buffersinkGetSampleRate(): number
  buffersinkGetChannelLayout(): unknown
  buffersinkGetSampleAspectRatio(): Rational
}

export interface FilterInOut {
  name: string
  filterCtx: FilterContext
  padIdx: number
  next: FilterInOut | null
  alloc(): void
}

export interface FilterGraph {
  nbThreads: number
  alloc(): void
  free(): void
  createFilter(filter: unknown, name: string, args: string | null): FilterContext | null
  parsePtr(text: string, inputs: FilterInOut | null, outputs: FilterInOut | null): number
  configSync(): number
}

interface Made<Kind> {
  new (): Kind
}

export interface Libav {
  Packet: Made<Packet>
  Frame: Made<Frame>
  Dictionary: Made<Dictionary>
  CodecContext: Made<CodecContext>
  FormatContext: Made<FormatContext>
  FilterGraph: Made<FilterGraph>
  FilterInOut: Made<FilterInOut>
  Codec: { findDecoder(id: number): Codec | null; findEncoderByName(name: string): Codec | null }
  InputFormat: { findInputFormat(name: string): unknown }
  Option: { set(target: unknown, name: string, value: string, flags: number): number }
  Filter: { getByName(name: string): unknown }
  FFmpegError: { strerror(code: number): string }
  Log: { setLevel(level: number): void }
  avGetPixFmtName(format: number): string | null
  avGetSampleFmtName(format: number): string | null
  avGetCodecName(id: number): string | null
  getFFmpegInfo(): { version: string }
}

export const VIDEO = 0
export const AUDIO = 1
/** The result of a call that needs more input first, and of one after which nothing comes. */
export const AGAIN = -constants.errno.EAGAIN
export const END = -0x20464f45
export const NO_TIME = -(2n ** 63n)

/** The npm package with the libraries for this platform. */
export const LIBAV_PACKAGE = `@seydx/node-av-${process.platform}-${process.arch}`

/** Loads the libraries; some 180 MB are mapped, so only the child process does. Throws where there are none. */
export function loadLibav(): Libav {
  const av = createRequire(import.meta.url)(LIBAV_PACKAGE) as Libav
  av.Log.setLevel(-8)
  return av
}

/** Passes through a value that is not an error. Throws an Error that names the step. */
export function checked(av: Libav, code: number, step: string): number {
  if (code >= 0) return code
  throw new Error(`${step}: ${av.FFmpegError.strerror(code)}`)
}

/**
 * Sets options by their names. Not with a dictionary: the call that reads one frees it, and the package frees it again.
 * Throws an Error that names the option.
 */
export function setOptions(
  av: Libav,
  target: CodecContext | FormatContext,
  options: Readonly<Record<string, string | number>>,
): void {
  for (const [name, value] of Object.entries(options))
    checked(av, av.Option.set(target, name, String(value), SEARCH_CHILDREN), `option ${name}`)
}

const SEARCH_CHILDREN = 1

/** A file's metadata, by name. */
export function dictionaryOf(av: Libav, words: Readonly<Record<string, string>>): Dictionary {
  const made = new av.Dictionary()
  made.alloc()
  for (const [key, value] of Object.entries(words)) made.set(key, value, 0)
  return made
}
