import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoPlan } from './video-maker.ts'

/** Writes videos, in one process for all of them. */
export function makeVideos(plans: readonly VideoPlan[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-plans-'))
  try {
    const file = join(folder, 'plans.json')
    writeFileSync(file, JSON.stringify(plans))
    const program = join(import.meta.dirname, 'video-maker.ts')
    const made = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, file],
      {
        encoding: 'utf8',
      },
    )
    if (made.status !== 0) throw new Error(made.stderr)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** H.264 and AAC in an MP4, as written by phones and editors. */
export const MP4 = {
  format: 'mp4',
  video: { codec: 'libx264', options: { preset: 'ultrafast' } },
  audio: { codec: 'aac' },
} as const

export const beep = (seconds: number, channels: 'mono' | 'stereo' = 'stereo'): string =>
  `sine=frequency=440:duration=${seconds}:sample_rate=48000,aformat=sample_fmts=fltp:channel_layouts=${channels},asetnsamples=1024:p=0`

/** What a video drawn here shows. */
interface Drawn {
  width?: number
  height?: number
  seconds?: number
  fps?: number
  /** One colour all over instead of a test card. */
  colour?: string
}

/** A real MP4 with sound and a location in its metadata. */
export function drawnVideo({
  width = 640,
  height = 360,
  seconds = 1,
  fps = 24,
  colour,
}: Drawn = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-video-'))
  try {
    const path = join(folder, 'video.mp4')
    const drawing = colour === undefined ? 'testsrc=' : `color=c=${colour}:`
    const picture = `${drawing}size=${width}x${height}:rate=${fps}:duration=${seconds},format=yuv420p`
    const written = { ...MP4, metadata: { comment: 'SECRET-PLACE' } }
    makeVideos([{ path, picture, sound: beep(seconds), written }])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An MP4 as far as its first bytes show, then the same byte over and over: nothing can decode it. */
export function undecodableVideo(size: number): Buffer {
  return Buffer.concat([
    Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex'),
    Buffer.alloc(size - 28, 7),
  ])
}

/** The same video with bytes appended that every player ignores. */
export function padded(video: Buffer, size: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size - video.length, 0)
  header.write('free', 4)
  return Buffer.concat([video, header, Buffer.alloc(size - video.length - header.length)])
}
