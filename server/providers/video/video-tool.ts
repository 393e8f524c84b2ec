import type { Rate } from '#contract/media.ts'
import type { Pictures } from './make-pictures.ts'
import type { FrameAt } from './take-frame.ts'

/** The video operations available on this machine. Types are our accepted media types. */
export interface VideoTool {
  /** The tool's name and version, for operators: 'ffmpeg 7.1.1'. */
  name: string
  /** Returns how long it plays, in seconds, by its packets and not by its header. Throws UndecodableVideo. */
  seconds(type: string, fromPath: string): Promise<number>
  /**
   * Writes a reduced MP4 that every browser plays: upright, at most 1280 px long, at a constant rate with a key frame
   * each second, without metadata. Throws UndecodableVideo.
   */
  reduce(source: VideoSource, toPath: string): Promise<void>
  /** Writes a still and a storyboard of a reduced video. Throws UndecodableVideo. */
  pictures(pictures: Pictures): Promise<void>
  /** Writes the frame that a reduced video shows at a given time, as PNG. Throws UndecodableVideo. */
  frame(frame: FrameAt): Promise<void>
}

/** A video to be reduced, and what its header says about it. */
export interface VideoSource {
  type: string
  path: string
  /** Frames per second of the reduced one. */
  rate: Rate
  hdr: boolean
  /** Whether the header says how to interpret its colours. */
  saysColours: boolean
  /** The displayed size, in px; null if its header cannot be read. */
  shown: { width: number; height: number } | null
  /** A PNG of ours to lay over every frame from its upper left corner; null for none. */
  mark: string | null
}
