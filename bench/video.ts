import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawMark } from '#server/uploads/draw-mark.ts'
import { findBundledTool, readFacts } from '#server/providers/video/bundled-tool.ts'
import { findFfmpeg } from '#server/providers/video/ffmpeg-tool.ts'
import { previewSize } from '#server/providers/video/video-filters.ts'
import type { VideoTool } from '#server/providers/video/video-tool.ts'
import { beep, makeVideos, MP4 } from '#tests/support/videos.ts'
import { type Cost, costOf } from './child-cost.ts'
import { plainFfmpeg } from './plain-ffmpeg.ts'

/** Like a phone's video: 30 s, upright, with grain that is costly for every encoder. */
const FILM = { width: 1_080, height: 1_920, seconds: 30, fps: 30 } as const

/**
 * `npm run bench:video`: what the copies of 30 s of 1080×1920 cost, in processor seconds and memory of the decoder, for
 * each video tool of this machine and for a plain ffmpeg command that does the same. It only prints; nothing depends on
 * it.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-bench-video-'))
  try {
    const film = join(folder, 'film.mp4')
    makeFilm(film)
    const header = await readFacts('video/mp4', film)
    if (header === null) throw new Error('the film cannot be read')
    const shown = { width: header.media.width, height: header.media.height }
    const mark = join(folder, 'mark.png')
    const text = 'PREVIEW · Harrow & Pine × Maya Okafor · V1 · 121D234E'
    const size = previewSize({ ...shown, pixelShape: 1 })
    await writeFile(mark, await drawMark(text, size))

    const command = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
    const tools = [await findFfmpeg(command), await findBundledTool()].filter(
      (tool): tool is VideoTool => tool !== null,
    )
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}; ${FILM.seconds} s of ${FILM.width}×${FILM.height}`,
    )
    for (const tool of tools) {
      console.log(`\n${tool.name}`)
      const source = {
        type: 'video/mp4',
        path: film,
        rate: { num: FILM.fps, den: 1 },
        hdr: false,
        saysColours: header.saysColours,
        shown,
      }
      const to = (name: string) => join(folder, name)
      print('preview', await costOf(() => tool.reduce({ ...source, mark: null }, to('a.mp4'))))
      print('marked copy', await costOf(() => tool.reduce({ ...source, mark }, to('b.mp4'))))
      const grid = { columns: 10, rows: 3, width: 112, height: 200, every: 1 }
      const pictures = { from: to('b.mp4'), still: to('s.png'), tiles: to('t.png'), grid }
      print('still and storyboard', await costOf(() => tool.pictures(pictures)))
    }
    if (tools.some(({ name }) => name.startsWith('ffmpeg '))) {
      console.log('\nplain ffmpeg, one command, nothing else')
      const plain = (name: string, over: string | null) =>
        costOf(() => plainFfmpeg(command, { film, to: join(folder, name), mark: over, size }))
      print('preview', await plain('c.mp4', null))
      print('marked copy', await plain('d.mp4', mark))
    } else console.log('\nno ffmpeg with libx264 here (FFMPEG_PATH): nothing to compare with')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function makeFilm(path: string): void {
  const { width, height, seconds, fps } = FILM
  const picture =
    `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds},` +
    'noise=alls=12:allf=t,format=yuv420p'
  makeVideos([{ path, picture, sound: beep(seconds), written: MP4 }])
}

function print(what: string, { cpuSeconds, peakMb }: Cost): void {
  const memory = peakMb === null ? '' : `${Math.round(peakMb)} MB`.padStart(9)
  console.log(`  ${what.padEnd(22)}${cpuSeconds.toFixed(1).padStart(7)} CPU s${memory}`)
}

await main()
