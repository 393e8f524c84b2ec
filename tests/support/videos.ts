import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngFile } from './pictures.ts'

/** Whether this machine can make and prepare videos. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** What a video shows that ffmpeg draws. */
interface Drawn {
  width?: number
  height?: number
  seconds?: number
  /** Its ending says what it is: 'mp4', 'mov', 'avi'. */
  ending?: string
}

/** A real video with sound and a place in its metadata. Needs ffmpeg. */
export function drawnVideo({
  width = 640,
  height = 360,
  seconds = 1,
  ending = 'mp4',
}: Drawn = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-video-'))
  try {
    const file = join(folder, `video.${ending}`)
    const inputs = ['-f', 'lavfi', '-i', `testsrc=size=${width}x${height}:rate=24`]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440']
    const kept = [
      '-metadata',
      'comment=SECRET-PLACE',
      '-pix_fmt',
      'yuv420p',
      '-preset',
      'ultrafast',
    ]
    const made = spawnSync(
      'ffmpeg',
      ['-v', 'error', ...inputs, ...sound, '-t', String(seconds), '-shortest', ...kept, file],
      { encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(made.stderr)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An MP4 as far as its first bytes tell, then the same byte over and over: nothing can decode it. */
export function undecodableVideo(size: number): Buffer {
  return Buffer.concat([
    Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex'),
    Buffer.alloc(size - 28, 7),
  ])
}

/** The same video with bytes behind it that every player passes over. */
export function padded(video: Buffer, size: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size - video.length, 0)
  header.write('free', 4)
  return Buffer.concat([video, header, Buffer.alloc(size - video.length - header.length)])
}

/**
 * A program in the place of ffmpeg, for machines without it: it says that every video plays so many seconds, and makes
 * of each a frame of one colour and a preview of a few bytes. Answers its path; `remove` deletes it.
 */
export async function standInFfmpeg(seconds: number): Promise<{ path: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-ffmpeg-'))
  const frame = join(folder, 'frame.png')
  const { buffer } = await pngFile('frame.png', 320, 480)
  writeFileSync(frame, buffer)
  const path = join(folder, 'ffmpeg')
  writeFileSync(
    path,
    `#!${process.execPath}
const { copyFileSync, writeFileSync } = require('node:fs')
const words = process.argv.slice(2)
const to = words.at(-1)
if (words.includes('-progress')) console.log('out_time_us=1000\\nprogress=continue\\nout_time_us=${seconds * 1_000_000}\\nprogress=end')
else if (to.endsWith('.png')) copyFileSync(${JSON.stringify(frame)}, to)
else if (to.endsWith('.mp4')) writeFileSync(to, 'a preview without a place')
`,
    { mode: 0o700 },
  )
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
