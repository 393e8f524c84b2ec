import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Media } from '#contract/media.ts'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { readFacts } from '#server/providers/video/bundled-tool.ts'
import { UndecodableVideo } from '#server/providers/video/careful-child.ts'
import { findVideoTool } from '#server/providers/video/find-video-tool.ts'
import type { VideoTool } from '#server/providers/video/video-tool.ts'
import { type CorpusFile, makeCorpus } from '#tests/support/video-corpus.ts'
import { acceptedType } from './media-type.ts'
import { prepareVideo } from './prepare-video.ts'

let folder: string
let at: (name: CorpusFile) => string
let tool: VideoTool | null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-corpus-'))
  at = makeCorpus(folder)
  tool = await findVideoTool('ffmpeg')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const typeOf = (name: CorpusFile) => acceptedType(at(name), BUCKET_RULES['deliverable-files'].types)

/** Prepares a file as the job does, and inspects the result. */
async function prepared(name: CorpusFile) {
  const type = await typeOf(name)
  if (type === null) throw new Error(`${name} is refused`)
  const place = { source: at(name), folder: join(folder, `${name}.made`) }
  mkdirSync(place.folder, { recursive: true })
  const { made, media } = await prepareVideo(tool, type, place)
  expect(made.map((one) => one.name)).toEqual(['poster.webp', 'preview.mp4', 'storyboard.webp'])
  const [poster = '', previewPath = '', board = ''] = made.map((one) => one.at)
  const preview = (await readFacts('video/mp4', previewPath))?.media
  if (media === null || preview === undefined) throw new Error(`nothing is known of ${name}`)
  return { media, preview, poster, board, bytes: readFileSync(previewPath) }
}

const rate = ({ fps_num, fps_den }: Pick<Media, 'fps_num' | 'fps_den'>) => `${fps_num}/${fps_den}`

describe('a preview keeps a constant rate up to 30 frames a second with every frame, and halves a higher one', () => {
  const rates = [
    ['23.976.mp4', '24000/1001', 24, '24000/1001', 24],
    ['24.mp4', '24/1', 24, '24/1', 24],
    ['25.mp4', '25/1', 25, '25/1', 25],
    ['29.97.mp4', '30000/1001', 30, '30000/1001', 30],
    ['30.mp4', '30/1', 30, '30/1', 30],
    ['50.mp4', '50/1', 50, '25/1', 25],
    ['59.94.mp4', '60000/1001', 60, '30000/1001', 30],
  ] as const
  test.each(rates)('%s', async (name, fps, frames, previewFps, previewFrames) => {
    const { media, preview } = await prepared(name)
    expect([rate(media), media.frames, media.vfr]).toEqual([fps, frames, false])
    expect(media).toMatchObject({ width: 160, height: 90, codec: 'avc', hdr: false, rotation: 0 })
    expect([rate(preview), preview.frames, preview.vfr]).toEqual([previewFps, previewFrames, false])
    expect(Math.abs(preview.duration_ms - media.duration_ms)).toBeLessThanOrEqual(35)
    expect(media.storyboard).toMatchObject({ tiles: 1, columns: 1 })
  })
})

test('a video at a variable rate is recorded as such, and its preview has a constant rate', async () => {
  const { media, preview } = await prepared('variable.mp4')
  expect([rate(media), media.frames, media.vfr]).toEqual(['30/1', 45, true])
  expect([rate(preview), preview.frames, preview.vfr]).toEqual(['30/1', 60, false])
})

test('a video filmed sideways is turned upright', async () => {
  const { media, preview, poster } = await prepared('rotated.mov')
  expect([media.width, media.height, media.rotation]).toEqual([90, 160, 90])
  expect([preview.width, preview.height, preview.rotation]).toEqual([90, 160, 0])
  const { data, info } = await sharp(poster).raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number) => [...data.subarray((info.width * 80 + x) * info.channels)].slice(0, 3)
  const [red, blue] = [pixel(80)[0], pixel(10)[2]]
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeGreaterThan(200)
})

test('an HDR video gets a BT.709 preview, and a poster that is neither grey nor dark', async () => {
  const { media, preview, poster, bytes } = await prepared('hlg.mov')
  expect([media.hdr, media.codec]).toEqual([true, 'hevc'])
  expect([preview.hdr, preview.codec]).toEqual([false, 'avc'])
  // 'nclx', then primaries, transfer and matrix: all BT.709.
  const colours = bytes.subarray(bytes.indexOf('colrnclx') + 8).subarray(0, 6)
  expect(colours.toString('hex')).toBe('000100010001')
  const { channels } = await sharp(poster).stats()
  for (const { mean, stdev } of channels) {
    expect(mean).toBeGreaterThan(40)
    expect(stdev).toBeGreaterThan(40)
  }
})

test('sound becomes two channels, and a silent video gets none', async () => {
  const mono = await prepared('mono.mp4')
  expect([mono.media.audio?.channels, mono.preview.audio?.channels]).toEqual([1, 2])
  const silent = await prepared('silent.mp4')
  expect([silent.media.audio, silent.preview.audio]).toEqual([null, null])
})

test('a 4K video is reduced to a width of 1280 px', async () => {
  const { media, preview } = await prepared('4k.mp4')
  expect([media.width, media.height]).toEqual([3_840, 2_160])
  expect([preview.width, preview.height]).toEqual([1_280, 720])
})

test('VP9 in a WebM and an old AVI get previews that every browser plays', async () => {
  expect([await typeOf('vp9.webm'), await typeOf('old.avi')]).toEqual([
    'video/webm',
    'video/x-msvideo',
  ])
  const webm = await prepared('vp9.webm')
  expect(webm.media).toMatchObject({ codec: 'vp9', fps_num: 30, fps_den: 1, frames: 30 })
  const avi = await prepared('old.avi')
  expect(avi.media).toMatchObject({ fps_num: 25, fps_den: 1, frames: 25, width: 160, height: 90 })
  expect(avi.media.audio).toMatchObject({ channels: 2, sample_rate: 48_000 })
  for (const { preview } of [webm, avi])
    expect([preview.codec, preview.audio?.codec]).toEqual(['avc', 'aac'])
})

/** Returns the numbers of an MP4's key frames, from 1, as its index lists them. */
function keyFramesOf(mp4: Buffer): number[] {
  const at = mp4.indexOf('stss') + 'stss'.length + 4
  return Array.from({ length: mp4.readUInt32BE(at) }, (_, n) => mp4.readUInt32BE(at + 4 + 4 * n))
}

test('a preview starts before it is loaded, and has a key frame and a storyboard tile each second', async () => {
  const { media, board, bytes } = await prepared('whole.mp4')
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(keyFramesOf(bytes)).toEqual([1, 26, 51, 76])
  expect(media.storyboard).toEqual({
    tiles: 4,
    columns: 4,
    width: 200,
    height: 113,
    every_ms: 1_000,
  })
  const { width, height } = await sharp(board).metadata()
  expect([width, height]).toEqual([800, 113])
})

test('a truncated video lasts as long as what can be decoded, whatever its header says', async () => {
  expect((await readFacts('video/mp4', at('cut-off.mp4')))?.media.duration_ms).toBe(4_000)
  const { media, preview } = await prepared('cut-off.mp4')
  expect(media.duration_ms).toBe(preview.duration_ms)
  expect(media.duration_ms).toBeGreaterThan(1_000)
  expect(media.duration_ms).toBeLessThan(3_000)
  expect(Math.abs(media.frames - preview.frames)).toBeLessThanOrEqual(1)
})

test('a video that lost its index cannot be prepared', async () => {
  expect(await typeOf('cut-off-early.mp4')).toBe('video/mp4')
  await expect(prepared('cut-off-early.mp4')).rejects.toThrow(UndecodableVideo)
})

test.each(['archive.mp4', 'playlist.mp4'] as const)(
  '%s is no video, whatever its name',
  async (name) => {
    expect(['video/mp4', 'video/webm']).not.toContain(await typeOf(name))
    const place = { source: at(name), folder }
    await expect(prepareVideo(tool, 'video/mp4', place)).rejects.toThrow(UndecodableVideo)
  },
)
