import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROFILE_LIMITS } from '#contract/profiles.ts'
import { filmPoster, pictureAddress } from '#contract/picture-address.ts'
import { cleanUpFiles } from '#server/uploads/cleanup.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { fileById } from '#server/uploads/upload-store.ts'
import { type BuiltUser, buildCreator, buildFile, buildSeller } from '#tests/support/builders.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { RefusedUpload, startStorage, type TestStorage } from '#tests/support/storage.ts'
import { drawnVideo, undecodableVideo } from '#tests/support/videos.ts'

let storage: TestStorage
let creator: BuiltUser
beforeAll(async () => {
  storage = await startStorage({
    config: { ffmpeg: 'none', publicUrl: 'https://cartwright.example' },
  })
  creator = await buildCreator(storage.pool)
})
afterAll(() => storage.close())

const save = (as: BuiltUser, body: object) => storage.call(as, 'profiles.update', { body })
const piece = (owner: BuiltUser) => buildFile(storage.pool, { owner, bucket: 'portfolio' })
const LINK = 'https://films.example/bread'

describe('attaching', () => {
  test('a piece must be the creator’s own upload to the portfolio: anyone else’s is refused', async () => {
    const other = await buildCreator(storage.pool)
    const foreign = await piece(other)
    const avatar = await buildFile(storage.pool, { owner: other, bucket: 'avatars' })
    const unknown = foreign.url.replace(other.id, creator.id)
    const https = 'https://cartwright.example'
    for (const url of [
      foreign.url,
      unknown,
      `${foreign.url}#mAgKLYqI93hg`,
      `${https}${foreign.url}`,
      `${https}${avatar.url}`,
      `${https}/storage/./public${foreign.url.slice('/storage/public'.length)}`,
    ]) {
      const refused = expectRefusal(
        await save(creator, { portfolio_urls: [LINK, url] }),
        'upload.not_yours',
      )
      expect(refused.fields, url).toEqual({ portfolio_urls: 'Upload failed' })
    }
    for (const path of [avatar.url, '/storage/private/x', '/storage/public/portfolio/x/y.webp'])
      expectInvalid(await save(creator, { portfolio_urls: [path] }), 'portfolio_urls.0')
  })

  test('links and uploads share one order, each appears once, and the order is kept', async () => {
    const [one, two] = [await piece(creator), await piece(creator)]
    const urls = [two.url, LINK, one.url]
    const saved = await save(creator, {
      portfolio_urls: [...urls, `${two.url}#mAgKLYqI93hg`, LINK],
    })
    expect(saved.body.portfolio_urls).toEqual(urls)
    const moved = [LINK, one.url, two.url]
    expect((await save(creator, { portfolio_urls: moved })).body.portfolio_urls).toEqual(moved)
    const seen = await storage.call(null, 'profiles.get', { params: { id: creator.id } })
    expect(seen.body.portfolio_urls).toEqual(moved)
  })

  test('twelve uploads at most, whatever the number of links', async () => {
    const most = PROFILE_LIMITS.portfolio_files
    const files = await Promise.all(Array.from({ length: most + 1 }, () => piece(creator)))
    const urls = files.map(({ url }) => url)
    expectInvalid(await save(creator, { portfolio_urls: urls }), 'portfolio_urls')
    const saved = await save(creator, { portfolio_urls: [...urls.slice(1), LINK] })
    expect(saved.body.portfolio_urls).toHaveLength(most + 1)
  })

  test('of two concurrent saves, one is stored as a whole', async () => {
    const [one, two] = [await piece(creator), await piece(creator)]
    const sets = [
      { portfolio_urls: [one.url, LINK], portfolio_captions: ['One', 'Bread'] },
      { portfolio_urls: [two.url], portfolio_captions: ['Two'] },
    ]
    const replies = await Promise.all(sets.map((body) => save(creator, body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await storage.call(creator, 'profiles.me')
    const { portfolio_urls, portfolio_captions } = body
    expect(sets).toContainEqual({ portfolio_urls, portfolio_captions })
  })
})

describe('captions', () => {
  test('belong to their pieces: they move with them, and leave with them', async () => {
    const { url } = await piece(creator)
    const captions = ['Bread week', '  A mug,\n by the window ']
    const body = { portfolio_urls: [LINK, url], portfolio_captions: captions }
    expect((await save(creator, body)).body.portfolio_captions).toEqual([
      'Bread week',
      'A mug, by the window',
    ])
    const turned = await save(creator, { portfolio_urls: [url, 'https://new.example', LINK] })
    expect(turned.body.portfolio_captions).toEqual(['A mug, by the window', '', 'Bread week'])
    const renamed = await save(creator, { portfolio_captions: ['Mug', ''] })
    expect(renamed.body.portfolio_captions).toEqual(['Mug', '', ''])
    await save(creator, { portfolio_urls: [] })
    const back = await save(creator, { portfolio_urls: [url] })
    expect(back.body.portfolio_captions).toEqual([''])
  })

  test('are limited to 120 characters, and to one per piece', async () => {
    const caption = (length: number) =>
      save(creator, { portfolio_urls: [LINK], portfolio_captions: ['x'.repeat(length)] })
    expect((await caption(120)).body.portfolio_captions).toEqual(['x'.repeat(120)])
    expectInvalid(await caption(121), 'portfolio_captions.0')
    expectInvalid(
      await save(creator, { portfolio_urls: [LINK], portfolio_captions: ['a', 'b'] }),
      'portfolio_captions',
    )
  })
})

describe('portfolio files', () => {
  const HOUR = 3_600_000
  const tidy = (hours: number) => {
    storage.setNow(new Date(Date.now() + hours * HOUR))
    return cleanUpFiles(storage.deps, storage.storage)
  }

  test('a picture is re-encoded with renditions, and deleted after a day unattached', async () => {
    const { buffer } = await pngFile('mug.png', 900, 1_400)
    const upload = () => storage.upload(creator, { bucket: 'portfolio', bytes: buffer })
    const [kept, left] = [await upload(), await upload()]
    expect(pictureAddress(kept.url)?.blur).toMatch(/^[\w-]{20,40}$/)
    await save(creator, { portfolio_urls: [kept.url] })
    await prepareFile(storage.deps, storage.storage.tools, kept.id)
    const small = await storage.fetch(null, `${pictureAddress(kept.url)?.stem}-400.avif`)
    expect(small.headers.get('content-type')).toBe('image/avif')
    await tidy(0)
    await tidy(25)
    expect(await fileById(storage.pool, kept.id)).not.toBeNull()
    expect(await fileById(storage.pool, left.id)).toBeNull()
    await save(creator, { portfolio_urls: [] })
    await tidy(26)
    await tidy(52)
    expect(await fileById(storage.pool, kept.id)).toBeNull()
    storage.setNow(new Date())
  })

  test('without a video tool a video is served as uploaded, in ranges and with no poster', async () => {
    const bytes = undecodableVideo(5_000)
    const { url } = await storage.upload(creator, { bucket: 'portfolio', bytes, name: 'reel.mp4' })
    expect((await save(creator, { portfolio_urls: [url] })).status).toBe(200)
    const part = await storage.fetch(null, url, { headers: { range: 'bytes=0-99' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(part.headers.get('content-security-policy')).toContain('sandbox')
    expect((await storage.fetch(null, filmPoster(url) ?? '')).status).toBe(404)
    for (const path of [url.replace('.mp4', '-preview.mp4'), url.replace('portfolio', 'avatars')])
      expect((await storage.fetch(null, path)).status, path).toBe(404)
  })

  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['a text', Buffer.from('Not a video.')],
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused as a piece', async (_, bytes) => {
    const refused = storage.upload(creator, { bucket: 'portfolio', bytes, name: 'reel.mp4' })
    await expect(refused).rejects.toMatchObject({ problem: { code: 'upload.bad_type' } })
  })

  test('sellers have no portfolio to upload to', async () => {
    const seller = await buildSeller(storage.pool)
    const { buffer } = await pngFile('mug.png', 40, 40)
    await expect(
      storage.upload(seller, { bucket: 'portfolio', bytes: buffer }),
    ).rejects.toMatchObject({ problem: { code: 'request.creators_only' } })
  })
})

describe('where the machine can measure videos', () => {
  let on: TestStorage
  let by: BuiltUser
  beforeAll(async () => {
    on = await startStorage()
    by = await buildCreator(on.pool)
  })
  afterAll(() => on.close())
  const film = (seconds: number) => ({
    bucket: 'portfolio' as const,
    bytes: drawnVideo({ width: 64, height: 64, seconds, fps: 1 }),
    name: 'reel.mov',
  })

  test('one of more than 90 seconds is refused, and leaves nothing behind', async () => {
    const refused = await on.upload(by, film(91)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefusedUpload)
    expect((refused as RefusedUpload).problem).toMatchObject({
      code: 'upload.too_long',
      fields: { file: 'Video is longer than 90 seconds' },
    })
    expect((await on.pool.query('select from files')).rowCount).toBe(0)
    expect((await on.pool.query('select from uploads_in_flight')).rowCount).toBe(0)
  })

  test('one of 90 seconds gets a poster, and its address leads to a copy without metadata', async () => {
    const { id, url } = await on.upload(by, film(90))
    expect((await on.fetch(null, filmPoster(url) ?? '')).status).toBe(404)
    await prepareFile(on.deps, on.storage.tools, id)
    const poster = await on.fetch(null, filmPoster(url) ?? '')
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const shown = await on.fetch(null, url)
    expect(shown.headers.get('content-type')).toBe('video/mp4')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  })
})
