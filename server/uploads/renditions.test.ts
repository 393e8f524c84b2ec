import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { PICTURE_WIDTHS, pictureAddress, pictureRenditions } from '#contract/picture-address.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { refreshedPeople } from '#tests/support/jobs.ts'
import { buildCreator, buildDeal, buildSeller } from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { drawnVideo, undecodableVideo } from '#tests/support/videos.ts'
import { renditionPath } from './file-address.ts'
import { prepareFile } from './prepare-file.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

const prepare = (id: string) => prepareFile(storage.deps, storage.storage.tools, id)
const bytesOf = async (url: string) =>
  Buffer.from(await (await storage.fetch(null, url)).arrayBuffer())
const leftovers = () => readdirSync(join(storage.dataDir, 'files', 'work'))

describe('a public picture', () => {
  it('is stored at every width the screens use, as WebP and AVIF, and is immutable', async () => {
    const seller = await buildSeller(storage.pool)
    const { buffer } = await pngFile('lamp.png', 1_000, 500)
    const { id, url } = await storage.upload(seller, { bucket: 'product-images', bytes: buffer })
    const address = pictureAddress(url)
    expect(address?.blur).toMatch(/^[\w-]{20,40}$/)
    const stem = address?.stem ?? ''

    const early = await storage.fetch(null, `${stem}-400.avif`)
    expect([early.status, early.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(early.headers.get('cache-control')).toBe('no-cache')

    await prepare(id)
    for (const name of pictureRenditions('product-images')) {
      const response = await storage.fetch(null, `${stem}-${name}`)
      const [width = '', format = ''] = name.split('.')
      expect(response.headers.get('content-type')).toBe(`image/${format}`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      const wide = Math.min(Number(width), 1_000)
      expect([picture.format, picture.width, picture.height]).toEqual([
        format === 'avif' ? 'heif' : format,
        wide,
        wide / 2,
      ])
    }
    const whole = await storage.fetch(null, url)
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600')
    for (const name of ['401.webp', '1600.webp', '400.png', '400.webp.avif', '-400.webp'])
      expect((await storage.fetch(null, `${stem}-${name}`)).status, name).toBe(404)
    expect(leftovers()).toEqual([])
  })

  it('of a person has a 64 px rendition of less than 2,000 bytes', async () => {
    const creator = await buildCreator(storage.pool)
    const { buffer } = await pngFile('me.png', 900, 600)
    const { id, url } = await storage.upload(creator, { bucket: 'avatars', bytes: buffer })
    await prepare(id)
    const [smallest] = PICTURE_WIDTHS.avatars
    const picture = await bytesOf(`${pictureAddress(url)?.stem}-${smallest}.avif`)
    const { width, height } = await sharp(picture).metadata()
    expect([width, height]).toEqual([64, 64])
    expect(picture.length).toBeLessThan(2_000)
  })

  it('that was deleted while its renditions were made leaves none', async () => {
    const seller = await buildSeller(storage.pool)
    const { buffer } = await pngFile('lamp.png', 40, 40)
    const { id } = await storage.upload(seller, { bucket: 'product-images', bytes: buffer })
    const path = `product-images/${seller.id}/${id}.webp`
    const { tools } = storage.storage
    let put = 0
    // The file is deleted after its row was read, and before its renditions are recorded.
    const files: FileStore = {
      ...tools.files,
      async put(from, to) {
        await execute(storage.pool, sql`delete from files where id = ${id}`)
        await tools.files.put(from, to)
        put += 1
      },
    }
    await prepareFile(storage.deps, { ...tools, files }, id)
    expect(put).toBe(pictureRenditions('product-images').length)
    for (const name of pictureRenditions('product-images'))
      expect(await tools.files.stat(renditionPath(path, name)), name).toBeNull()
  })

  it('is prepared by exactly one job, in a queue for pictures', async () => {
    const seller = await buildSeller(storage.pool)
    const { buffer } = await pngFile('lamp.png', 40, 40)
    const { id } = await storage.upload(seller, { bucket: 'product-images', bytes: buffer })
    const jobs = await rows<{ queue_name: string }>(
      storage.pool,
      sql`select queue_name from graphile_worker.jobs where key = ${`files.prepare:${id}`}`,
    )
    expect(jobs).toHaveLength(1)
    expect(jobs[0]?.queue_name).toMatch(/^files:picture:[01]$/)
  })
})

/** Submits a file and returns it as its seller sees it. */
async function delivered(bytes: Buffer, name: string) {
  const deal = await buildDeal(storage.pool)
  const { creator, project } = deal
  const bucket = 'deliverable-files'
  const file = await storage.upload(creator, { bucket, bytes, name, projectId: project.id })
  const submitted = await storage.call(creator, 'deliverables.submit', {
    params: { id: project.id },
    body: { file_id: file.id },
  })
  expect(submitted.status).toBe(200)
  const seen = async () => {
    const { body } = await storage.call(deal.seller, 'deliverables.for_project', {
      params: { id: project.id },
    })
    const [first] = body
    if (first === undefined) throw new Error('nothing was delivered')
    return first
  }
  return { ...deal, file, seen }
}

describe('delivered work', () => {
  it('that is a picture gets a marked poster and copy with separate links, and both sides refetch', async () => {
    const { buffer } = await pngFile('shot.png', 2_400, 1_200)
    const { file, seen, project, seller, creator } = await delivered(buffer, 'shot.png')
    expect(await seen()).toMatchObject({ poster_url: null, preview_url: null })
    const before = (await refreshedPeople(storage.pool, project.id)).length
    await prepare(file.id)
    expect((await refreshedPeople(storage.pool, project.id)).slice(before)).toEqual([
      seller.id,
      creator.id,
    ])

    const { preview_url: preview, poster_url: poster } = await seen()
    const { width } = await sharp(await bytesOf(preview ?? '')).metadata()
    expect(width).toBe(1_600)
    expect((await sharp(await bytesOf(poster ?? '')).metadata()).width).toBe(720)
    // A link to one rendition opens neither another one nor the file.
    const others = [
      preview?.replace('marked.webp', 'marked_poster.webp'),
      preview?.replace('&rendition=marked.webp', ''),
      file.url.replace('&reader', '&rendition=marked.webp&reader'),
      preview?.replace('marked.webp', 'marked.mp4'),
      preview?.replace('marked.webp', '../x'),
    ]
    for (const url of others) expect((await storage.fetch(null, url ?? '')).status, url).toBe(404)
  })

  it('that is a video gets a marked poster, storyboard and metadata-free copy, and its facts are stored', async () => {
    const bytes = drawnVideo({ width: 1_922, height: 1_080 })
    expect(bytes.includes('SECRET-PLACE')).toBe(true)
    const { file, seen } = await delivered(bytes, 'reel.mp4')
    await prepare(file.id)
    const { file_url, preview_url, poster_url } = await seen()
    expect((await bytesOf(file.url)).equals(bytes)).toBe(true)
    expect(file_url).toBe(preview_url)
    const preview = await bytesOf(preview_url ?? '')
    expect(preview.includes('SECRET-PLACE')).toBe(false)
    expect(preview.subarray(4, 8).toString()).toBe('ftyp')
    expect((await sharp(await bytesOf(poster_url ?? '')).metadata()).format).toBe('webp')
    const seek = { headers: { range: 'bytes=0-99' } }
    expect((await storage.fetch(null, preview_url ?? '', seek)).status).toBe(206)
    expect(leftovers()).toEqual([])
    const [row] = await rows(
      storage.pool,
      sql`select media, renditions from files where id = ${file.id}`,
    )
    expect(row).toEqual({
      renditions: ['marked.mp4', 'marked_poster.webp', 'marked_storyboard.webp'],
      media: {
        fps_num: 24,
        fps_den: 1,
        frames: 24,
        duration_ms: 1_000,
        width: 1_922,
        height: 1_080,
        rotation: 0,
        vfr: false,
        hdr: false,
        codec: 'avc',
        audio: { codec: 'aac', channels: 2, sample_rate: 48_000 },
        storyboard: { tiles: 1, columns: 1, width: 200, height: 113, every_ms: 1_000 },
      },
    })
  })

  it('that looks like a video but cannot be decoded has no preview and is not retried endlessly', async () => {
    const { file, seen } = await delivered(undecodableVideo(2_000), 'reel.mp4')
    await prepare(file.id)
    expect(await seen()).toMatchObject({
      file_url: null,
      preview_url: null,
      poster_url: null,
      preview_state: 'none',
    })
    const [row] = await rows<{ prepared_at: string | null; media: unknown }>(
      storage.pool,
      sql`select prepared_at, media from files where id = ${file.id}`,
    )
    expect(row?.prepared_at).not.toBeNull()
    expect(row?.media).toBeNull()
  })

  it('that is a video is described from its header alone when ffmpeg is turned off, and nothing fails', async () => {
    const bare = await startStorage({ config: { ffmpeg: 'none' } })
    expect(bare.storage.tools.video).toBeNull()
    const { creator, project } = await buildDeal(bare.pool)
    const file = { bucket: 'deliverable-files', projectId: project.id } as const
    const media = async (bytes: Buffer) => {
      const { id } = await bare.upload(creator, { ...file, bytes })
      await prepareFile(bare.deps, bare.storage.tools, id)
      const [row] = await rows<{ renditions: string[]; media: Media | null }>(
        bare.pool,
        sql`select renditions, media from files where id = ${id} and prepared_at is not null`,
      )
      expect(row?.renditions).toEqual([])
      return row?.media ?? null
    }
    expect(await media(undecodableVideo(2_000))).toBeNull()
    expect(await media(drawnVideo())).toMatchObject({ frames: 24, storyboard: null })
    await bare.close()
  })
})
