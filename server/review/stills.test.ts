import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { mailNotification } from '#server/notifications/notification-mails.ts'
import { findBundledTool } from '#server/providers/video/bundled-tool.ts'
import { prepareFile } from '#server/uploads/prepare-file.ts'
import { buildDeal, buildGuestLink } from '#tests/support/builders.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { makeVideos, MP4 } from '#tests/support/videos.ts'
import { drawStill } from './draw-still.ts'
import { stillsOf } from './stills.ts'

let storage: TestStorage
let film: Buffer
beforeAll(async () => {
  storage = await startStorage()
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-film-'))
  const path = join(folder, 'film.mp4')
  // Black for two seconds, then white.
  const picture =
    "color=black:s=320x240:r=25:d=4[a];color=white:s=320x240:r=25:d=4[b];[a][b]overlay=enable='gte(t,2)',format=yuv420p"
  makeVideos([{ path, picture, sound: null, written: { format: 'mp4', video: MP4.video } }])
  film = readFileSync(path)
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => storage.close())

const BOX = { v: 1, shapes: [{ t: 'box', c: 0, w: 3, p: [2_500, 2_500, 7_500, 7_500] }] }

/** The colour at a place of a picture, given in fractions of its size. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.trunc(y * info.height) * info.width + Math.trunc(x * info.width)) * 3
  return [...data.subarray(at, at + 3)]
}

/** A film in review with these notes, sent as a revision request. Returns the sending's id. */
async function sent(notes: object[], { prepared = true } = {}) {
  const deal = await buildDeal(storage.pool)
  const { id } = await storage.upload(deal.creator, {
    bucket: 'deliverable-files',
    bytes: film,
    name: 'film.mp4',
    projectId: deal.project.id,
  })
  if (prepared) await prepareFile(storage.deps, storage.storage.tools, id)
  const { body: version } = await storage.call(deal.creator, 'deliverables.submit', {
    params: { id: deal.project.id },
    body: { file_id: id },
  })
  const ids: string[] = []
  for (const note of notes) {
    const body = { id: randomUUID(), kind: 'must', body: 'The logo is cut off.', ...note }
    const reply = await storage.call(deal.seller, 'review.save_draft', {
      params: { id: version.id },
      body,
    })
    expect(reply.status).toBe(200)
    ids.push(body.id)
  }
  await storage.call(deal.seller, 'review.send', {
    params: { id: version.id },
    body: { notes: ids, request_changes: true },
  })
  const sending = await oneRow<{ id: string }>(
    storage.pool,
    sql`select id from review_sendings where deliverable_id = ${version.id}`,
  )
  return { deal, fileId: id, sendingId: sending.id }
}

const stills = (sendingId: string) => stillsOf(storage.deps, storage.storage.tools, sendingId)
const without = (fileId: string, like: string) =>
  execute(
    storage.pool,
    sql`update files set renditions = array(select name from unnest(renditions) name where name not like ${like})
      where id = ${fileId}`,
  )
const leftovers = () => readdirSync(join(storage.dataDir, 'files', 'work'))

describe('the stills of sent notes', () => {
  it('are the frames at the notes’ moments, with the drawings on them: three at most, drawn ones first', async () => {
    const { sendingId, fileId } = await sent([
      { at_ms: 100 },
      { at_ms: 1_000 },
      { at_ms: 1_960, drawing: BOX },
      { at_ms: 2_040, drawing: BOX },
    ])
    // A tile of the storyboard would show the first frame of a second.
    await without(fileId, '%storyboard.webp')
    const made = await stills(sendingId)
    const drawn = 'The frame with what was drawn on it'
    expect(made.map(({ name, alt, caption }) => [name, alt, caption])).toEqual([
      ['note-1.jpg', 'The frame', 'Note 1, at 0:00'],
      ['note-3.jpg', drawn, 'Note 3, at 0:01'],
      ['note-4.jpg', drawn, 'Note 4, at 0:02'],
    ])
    const [plain, before, after] = made.map(({ content }) => content) as [Buffer, Buffer, Buffer]
    const dark = (colour: number[]) => Math.max(...colour) < 60
    const red = ([r = 0, g = 0, b = 0]: number[]) => r > 180 && g < 140 && b < 140
    // The last frame before the cut, and the first after it.
    expect(dark(await colourAt(before, 0.5, 0.5))).toBe(true)
    expect(Math.min(...(await colourAt(after, 0.5, 0.5)))).toBeGreaterThan(200)
    expect(red(await colourAt(before, 0.25, 0.5))).toBe(true)
    expect(red(await colourAt(after, 0.5, 0.75))).toBe(true)
    expect(dark(await colourAt(plain, 0.25, 0.5))).toBe(true)
    expect(leftovers()).toEqual([])
  })

  it('come from the storyboard if the video is missing, and are none without either', async () => {
    const { sendingId, fileId } = await sent([{ at_ms: 3_000, drawing: BOX }])
    await without(fileId, '%.mp4')
    const [tile] = await stills(sendingId)
    expect(Math.min(...(await colourAt(tile?.content ?? film, 0.5, 0.5)))).toBeGreaterThan(200)
    await execute(storage.pool, sql`update files set renditions = '{}' where id = ${fileId}`)
    expect(await stills(sendingId)).toEqual([])
    expect(leftovers()).toEqual([])
  })

  it('are requested by a single mail, even if its job runs twice', async () => {
    const { deal, sendingId } = await sent([{ at_ms: 100 }], { prepared: false })
    const [notification] = await rows<{ id: number }>(
      storage.pool,
      sql`select id from notifications where user_id = ${deal.creator.id}`,
    )
    // Run twice, because the job may run again.
    for (let run = 0; run < 2; run += 1) await mailNotification(storage.deps, notification?.id ?? 0)
    const mails = await rows<{ payload: { sending_id?: string; html: string; text: string } }>(
      storage.pool,
      sql`select payload from graphile_worker._private_jobs where payload->>'to' = ${deal.creator.email}`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.payload).toMatchObject({ sending_id: sendingId })
    expect(mails[0]?.payload.text).toContain('1. 0:00 — The logo is cut off.')
  })
})

test('a guest’s links open the marked copies, and nothing else of the file', async () => {
  const { deal, fileId } = await sent([{ at_ms: 100 }])
  const link = await buildGuestLink(storage.pool, deal)
  const { body } = await storage.call(null, 'review.guest_room', { body: { token: link.token } })
  const [shown] = body.versions
  const preview = shown?.preview_url ?? ''
  for (const [url, type] of [
    [preview, 'video/mp4'],
    [shown?.poster_url ?? '', 'image/webp'],
    [shown?.storyboard_url ?? '', 'image/webp'],
  ] as const) {
    const answer = await storage.fetch(null, url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  }
  const original = preview.replace(/&rendition=[\w.]+/, '')
  const unmarked = preview.replace('marked.mp4', 'preview.mp4')
  const bare = `/storage/private/${fileId}`
  for (const url of [original, unmarked, bare])
    expect([url === preview, (await storage.fetch(null, url)).status]).toEqual([false, 404])
})

test('the decoder that npm installs takes the frame that is shown at a moment', async () => {
  const tool = await findBundledTool()
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-frame-'))
  const [from, to] = [join(folder, 'film.mp4'), join(folder, 'frame.png')]
  writeFileSync(from, film)
  const means: number[] = []
  for (const seconds of [0, 1.96, 1.999, 2, 3.99]) {
    await tool?.frame({ from, seconds, to })
    means.push((await sharp(to).stats()).channels[0]?.mean ?? 0)
  }
  rmSync(folder, { recursive: true, force: true })
  expect(means.map((mean) => mean > 128)).toEqual([false, false, false, true, true])
})

test.each([
  ['a pen’s stroke', { t: 'pen', c: 1, w: 2, p: [1_000, 5_000, 9_000, 5_000] }, [0.5, 0.5]],
  ['a pen’s dot', { t: 'pen', c: 1, w: 3, p: [5_000, 5_000] }, [0.5, 0.5]],
  ['an arrow', { t: 'arrow', c: 1, w: 2, p: [5_000, 9_000, 5_000, 1_000] }, [0.5, 0.5]],
] as const)('%s appears where it was drawn', async (_, shape, [x, y]) => {
  const grey = await sharp({
    create: { width: 1_200, height: 800, channels: 3, background: '#808080' },
  })
    .png()
    .toBuffer()
  const { content: still } = await drawStill(grey, {
    v: 1,
    shapes: [{ ...shape, p: [...shape.p] }],
  })
  const [red = 0, green = 0, blue = 0] = await colourAt(still, x, y)
  expect(red > 200 && green > 160 && blue < 120).toBe(true)
  const [corner = 0] = await colourAt(still, 0.95, 0.95)
  expect(Math.abs(corner - 128)).toBeLessThan(12)
  expect(await sharp(still).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 480 })
})

test.each([
  ['upright', 1_080, 1_920, 225, 720],
  ['wide', 1_920, 1_080, 480, 405],
  ['square', 900, 900, 400, 720],
])(
  'a still of a film that is %s has a limited display size, and more pixels than that',
  async (_, ...sizes) => {
    const [width, height, shown, high] = sizes
    const frame = await sharp({ create: { width, height, channels: 3, background: '#808080' } })
      .png()
      .toBuffer()
    const still = await drawStill(frame, null)
    expect(still.width).toBe(shown)
    expect((await sharp(still.content).metadata()).height).toBe(high)
  },
)
