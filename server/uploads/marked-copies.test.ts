import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { buildCreator, buildDeal, buildPayment } from '#tests/support/builders.ts'
import { pdfOf } from '#tests/support/pdfs.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { drawnVideo, undecodableVideo } from '#tests/support/videos.ts'
import { drawMark } from './draw-mark.ts'
import { prepareFile } from './prepare-file.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>

const prepare = (id: string) => prepareFile(storage.deps, storage.storage.tools, id)
const bytesOf = async (url: string | null | undefined) =>
  Buffer.from(await (await storage.fetch(null, url ?? '')).arrayBuffer())
const upload = (deal: Deal, bytes: Buffer, name: string) =>
  storage.upload(deal.creator, {
    bucket: 'deliverable-files',
    bytes,
    name,
    projectId: deal.project.id,
  })
const submit = async (deal: Deal, id: string): Promise<Deliverable> => {
  const params = { id: deal.project.id }
  const { body } = await storage.call(deal.creator, 'deliverables.submit', {
    params,
    body: { file_id: id },
  })
  return body
}
const seenBy = async (deal: Deal, as: { id: string }): Promise<Deliverable | undefined> => {
  const { body } = await storage.call(as, 'deliverables.for_project', {
    params: { id: deal.project.id },
  })
  return body[0]
}
/** The storyboard that the brand's review room shows. */
const storyboardFor = async (deal: Deal): Promise<Buffer> => {
  const version = await seenBy(deal, deal.seller)
  const params = { id: version?.id ?? '' }
  const { body } = await storage.call(deal.seller, 'review.room', { params })
  return bytesOf(body.versions[0]?.storyboard_url)
}
const release = (deal: Deal) =>
  buildPayment(storage.pool, { application: deal.application, status: 'released' })
const fileRow = (id: string) =>
  oneRow<{ mark: string | null; renditions: string[] }>(
    storage.pool,
    sql`select mark, renditions from files where id = ${id}`,
  )
const jobsOf = (id: string) =>
  rows(storage.pool, sql`select 1 from graphile_worker.jobs where key = ${`files.prepare:${id}`}`)

/** Returns how much a picture's brightness varies: not at all in a picture of a single colour. */
async function variety(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).greyscale().stats()
  return channels[0]?.stdev ?? 0
}

const PLAIN_GREY = () =>
  sharp({ create: { width: 1_800, height: 1_200, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()

describe('the copy that a brand sees', () => {
  it('of a picture is marked all over; the files that open with the release have no mark', async () => {
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, await PLAIN_GREY(), 'shot.png')
    await submit(deal, id)
    await prepare(id)
    const locked = await seenBy(deal, deal.seller)
    const copy = await bytesOf(locked?.file_url)
    expect((await sharp(copy).metadata()).width).toBe(1_600)
    for (const [left, top] of [
      [0, 0],
      [800, 0],
      [0, 533],
      [800, 533],
    ] as const) {
      const quarter = sharp(copy).extract({ left, top, width: 800, height: 533 })
      expect(await variety(await quarter.png().toBuffer())).toBeGreaterThan(3)
    }
    expect(await variety(await bytesOf(locked?.poster_url))).toBeGreaterThan(3)

    await release(deal)
    await prepare(id)
    const open = await seenBy(deal, deal.seller)
    for (const link of [open?.file_url, open?.preview_url, open?.poster_url])
      expect(await variety(await bytesOf(link))).toBeLessThan(0.5)
  })

  it('of a video has the mark in its frames, its poster and its storyboard', async () => {
    const deal = await buildDeal(storage.pool)
    const video = drawnVideo({ width: 640, height: 360, seconds: 2, colour: 'gray' })
    const { id } = await upload(deal, video, 'reel.mp4')
    await submit(deal, id)
    await prepare(id)
    const locked = await seenBy(deal, deal.seller)
    // The still is taken from the copy's frames.
    expect(await variety(await bytesOf(locked?.poster_url))).toBeGreaterThan(3)
    expect(await variety(await storyboardFor(deal))).toBeGreaterThan(3)
    expect((await fileRow(id)).renditions).toEqual([
      'marked.mp4',
      'marked_poster.webp',
      'marked_storyboard.webp',
    ])
    expect((await bytesOf(locked?.file_url)).equals(video)).toBe(false)

    await release(deal)
    await prepare(id)
    const open = await seenBy(deal, deal.seller)
    expect(await variety(await bytesOf(open?.poster_url))).toBeLessThan(0.5)
    expect(await variety(await storyboardFor(deal))).toBeLessThan(0.5)
    expect(open?.preview_url).toContain('rendition=preview.mp4')
    expect((await bytesOf(open?.file_url)).equals(video)).toBe(true)
  })

  it('of a PDF has a picture over its page', async () => {
    const deal = await buildDeal(storage.pool)
    const pdf = pdfOf('Shot list')
    const { id } = await upload(deal, pdf, 'shots.pdf')
    await submit(deal, id)
    await prepare(id)
    const link = (await seenBy(deal, deal.seller))?.file_url
    const answer = await storage.fetch(null, link ?? '')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    const stamped = Buffer.from(await answer.arrayBuffer())
    expect(stamped.subarray(0, 5).toString()).toBe('%PDF-')
    expect(stamped.length).toBeGreaterThan(pdf.length + 10_000)
  })

  // Letters of a text are below 80: the mark over them on paper stays far above that.
  it.each([
    ['#ffffff', 195],
    ['#808080', 95],
    ['#000000', -1],
  ])(
    'of a PDF has a mark that shows on a page of %s, and is lighter than text on paper',
    async (background, darkest) => {
      const size = { width: 900, height: 1_270 }
      const mark = await drawMark('PREVIEW · Harrow & Pine × Maya · V1 · 121D234E', size, 'page')
      const page = await sharp({ create: { ...size, channels: 3, background } })
        .composite([{ input: mark }])
        .greyscale()
        .png()
        .toBuffer()
      expect(await variety(page)).toBeGreaterThan(4)
      const [grey] = (await sharp(page).stats()).channels
      expect(grey?.min).toBeGreaterThan(darkest)
    },
  )

  it.each([
    ['a long one', 'Łódź '.repeat(1_000), 'Łódź '.repeat(240)],
    ['one of just three times as much', 'Łódź '.repeat(720), 'Łódź '.repeat(240)],
    ['a caption', 'Łódź '.repeat(30), 'Łódź '.repeat(10)],
    ['three letters', 'now', 'n'],
    ['one letter', '!', ''],
  ])('of a text is its beginning, a third at most: %s', async (_, whole, shown) => {
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, Buffer.from(whole), 'script.txt')
    await submit(deal, id)
    await prepare(id)
    const beginning = (await bytesOf((await seenBy(deal, deal.seller))?.file_url)).toString()
    expect(beginning).toBe(`${shown}…`)
  })

  it.each([
    ['a PDF that is broken', Buffer.from('%PDF-1.4\n%nothing else\n'), 'a.pdf'],
    [
      'a PDF that is encrypted',
      Buffer.from(
        pdfOf('x')
          .toString()
          .replace('/Root 1 0 R', '/Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2/O(a)/U(b)/P -4>>'),
      ),
      'b.pdf',
    ],
    ['a video that is broken', undecodableVideo(2_000), 'c.mp4'],
  ])('does not exist for %s, and both sides are told so', async (_, bytes, name) => {
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, bytes, name)
    await submit(deal, id)
    for (const side of [deal.seller, deal.creator])
      expect(await seenBy(deal, side)).toMatchObject({ preview_state: 'being_prepared' })
    await prepare(id)
    expect(await seenBy(deal, deal.creator)).toMatchObject({ preview_state: 'none' })
    expect(await seenBy(deal, deal.seller)).toMatchObject({
      preview_state: 'none',
      file_url: null,
      original_open: false,
    })
  })

  it('has a state that only its creator can query before the file is handed in', async () => {
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, undecodableVideo(2_000), 'reel.mp4')
    const fine = await upload(deal, Buffer.from('One'), 'one.txt')
    const state = async (file: string) =>
      (await storage.call(deal.creator, 'deliverables.upload', { params: { id: file } })).body
    expect(await state(id)).toEqual({ preview_state: 'being_prepared' })
    for (const file of [id, fine.id]) await prepare(file)
    expect(await state(id)).toEqual({ preview_state: 'none' })
    expect(await state(fine.id)).toEqual({ preview_state: 'ready' })
    const stranger = await buildCreator(storage.pool)
    const asked = await storage.call(stranger, 'deliverables.upload', { params: { id } })
    expect(asked.status).toBe(404)
  })

  it('names the version handed in, and is made again if another version came first', async () => {
    const deal = await buildDeal(storage.pool)
    const one = await upload(deal, Buffer.from('One'), 'one.txt')
    const two = await upload(deal, Buffer.from('Two'), 'two.txt')
    for (const { id } of [one, two]) await prepare(id)
    for (const { id } of [one, two]) expect((await fileRow(id)).mark).toMatch(/ · V1 · /)
    await submit(deal, one.id)
    await submit(deal, two.id)
    for (const { id } of [one, two]) {
      expect(await jobsOf(id)).toHaveLength(1)
      await prepare(id)
    }
    expect((await fileRow(one.id)).mark).toMatch(/^PREVIEW · .+ × .+ · V1 · [0-9A-F]{8}$/)
    expect((await fileRow(two.id)).mark).toMatch(/ · V2 · /)
  })

  it('is made again for a file that an older release prepared without a mark', async () => {
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, await PLAIN_GREY(), 'shot.png')
    await submit(deal, id)
    await execute(
      storage.pool,
      sql`update files set renditions = '{poster.webp,preview.webp}', prepared_at = null where id = ${id}`,
    )
    expect(await seenBy(deal, deal.seller)).toMatchObject({
      file_url: null,
      preview_url: null,
      poster_url: null,
      preview_state: 'being_prepared',
    })
    await prepare(id)
    expect((await seenBy(deal, deal.seller))?.file_url).toContain('rendition=marked.webp')
  })
})

describe('a review', () => {
  const MINUTE = 60_000
  const from = async (deal: Deal) => {
    const row = await seenBy(deal, deal.seller)
    return (Date.parse(row?.review_from ?? '') - Date.parse(row?.created_at ?? '')) / MINUTE
  }
  const START = new Date('2026-11-20T12:00:00Z')
  const at = (minutes: number) => storage.setNow(new Date(START.getTime() + minutes * MINUTE))

  it('begins at the hand-in if the copy is already prepared', async () => {
    at(0)
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, Buffer.from('One'), 'one.txt')
    await prepare(id)
    at(5)
    await submit(deal, id)
    expect(await from(deal)).toBe(0)
  })

  it('begins once the copy is ready, at most 30 minutes after the hand-in, even if there is no copy', async () => {
    at(0)
    const [early, late, never] = [
      await buildDeal(storage.pool),
      await buildDeal(storage.pool),
      await buildDeal(storage.pool),
    ]
    const hand = async (deal: Deal, bytes: Buffer, name: string) => {
      const { id } = await upload(deal, bytes, name)
      await submit(deal, id)
      return id
    }
    const [one, two, three] = [
      await hand(early, Buffer.from('One'), 'one.txt'),
      await hand(late, Buffer.from('Two'), 'two.txt'),
      await hand(never, undecodableVideo(2_000), 'reel.mp4'),
    ]
    for (const deal of [early, late, never]) expect(await from(deal)).toBe(30)
    at(12)
    await prepare(one)
    await prepare(three)
    at(90)
    await prepare(two)
    await prepare(one)
    expect(await from(early)).toBe(12)
    expect(await from(late)).toBe(30)
    expect(await from(never)).toBe(30)
  })
})

describe('opening an original', () => {
  it('is recorded once a day for each reader, and shown to its creator alone', async () => {
    storage.setNow(new Date('2026-11-20T12:00:00Z'))
    const deal = await buildDeal(storage.pool)
    const { id } = await upload(deal, Buffer.from('One'), 'one.txt')
    await submit(deal, id)
    await prepare(id)
    const locked = await seenBy(deal, deal.seller)
    await bytesOf(locked?.file_url)
    await bytesOf((await seenBy(deal, deal.creator))?.file_url)
    expect((await seenBy(deal, deal.creator))?.openings).toEqual([])

    await release(deal)
    for (const noon of ['2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z', '2026-11-21T00:00:01Z']) {
      storage.setNow(new Date(noon))
      const open = await seenBy(deal, deal.seller)
      await storage.fetch(null, open?.file_url ?? '', { method: 'HEAD' })
      await bytesOf(`${open?.file_url}&download=1`)
    }
    const { openings } = (await seenBy(deal, deal.creator)) ?? {}
    expect(openings?.map(({ at }) => at)).toEqual(['2026-11-21T00:00:01Z', '2026-11-20T12:00:00Z'])
    expect((await seenBy(deal, deal.seller))?.openings).toEqual([])
  })
})
