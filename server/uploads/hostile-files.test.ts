import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '#contract/uploads.ts'
import { rows, sql } from '#server/db/sql.ts'
import { buildDeal, type BuiltUser } from '#tests/support/builders.ts'
import { HOSTILE_BYTES, pngOf, SCRIPT } from '#tests/support/hostile-files.ts'
import { pngFile } from '#tests/support/pictures.ts'
import {
  beginUpload,
  patchHeaders,
  RefusedUpload,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { undecodableVideo } from '#tests/support/videos.ts'

/** Malicious files and names, and the outcome for each. */
let storage: TestStorage
let creator: BuiltUser
let projectId: string
beforeAll(async () => {
  storage = await startStorage()
  const deal = await buildDeal(storage.pool)
  creator = deal.creator
  projectId = deal.project.id
})
afterAll(() => storage.close())

const send = (bucket: Bucket, bytes: Buffer, name: string) =>
  storage.upload(creator, { bucket, bytes, name, projectId })

async function refusalOf(sent: Promise<unknown>) {
  const error = await sent.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RefusedUpload)) throw new Error(`expected a refusal, got ${String(error)}`)
  return [error.problem.status, error.problem.code]
}

const PICTURES: readonly Bucket[] = ['avatars', 'proof-screenshots']

it.each(Object.entries(HOSTILE_BYTES))(
  '%s is refused under any name, in every bucket',
  async (_, content) => {
    const tries = [
      ['avatars', 'A.WEBP'],
      ['proof-screenshots', 'a.png'],
      ['deliverable-files', 'a.mp4'],
      ['deliverable-files', 'a.jpg.html'],
    ] as const
    for (const [bucket, name] of tries)
      expect(await refusalOf(send(bucket, content, name)), name).toEqual([415, 'upload.bad_type'])
  },
)

describe('a file that is no picture', () => {
  it.each([
    ['a video', undecodableVideo(300)],
    [
      'a PDF',
      Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    ],
    ['plain text', Buffer.from('only words')],
  ])('is refused where pictures are expected: %s', async (_, content) => {
    for (const bucket of PICTURES)
      expect(await refusalOf(send(bucket, content, 'me.png'))).toEqual([415, 'upload.bad_type'])
  })
})

it('an empty file is refused with the spec’s words', async () => {
  const sent = send('deliverable-files', Buffer.alloc(0), 'a.mp4')
  await expect(sent).rejects.toMatchObject({
    problem: { status: 415, fields: { file: 'File is smaller than 1 bytes' } },
  })
})

describe('a picture with trailing data', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('loses it: %s', async (format) => {
    const { buffer } = await pngFile('x', 30, 30)
    const picture = await sharp(buffer).toFormat(format).toBuffer()
    const loaded = Buffer.concat([picture, Buffer.from(`PK\u0003\u0004<html>${SCRIPT}<?php ?>`)])
    for (const bucket of ['avatars', 'deliverable-files'] as const) {
      const { url } = await send(bucket, loaded, `me.${format}`)
      const response = await storage.fetch(null, url)
      expect(response.headers.get('content-type')).toMatch(/^image\//)
      const stored = Buffer.from(await response.arrayBuffer())
      expect(stored.includes('alert(1)') || stored.includes('<?php')).toBe(false)
    }
  })
})

describe('a decompression bomb', () => {
  it.each([
    ['30,000 × 30,000 pixels', () => pngOf(30_000, 30_000)],
    ['one pixel high and 2³¹ − 1 wide', () => pngOf(2_147_483_647, 1)],
    ['just above 40 megapixels', () => pngOf(8_001, 5_000)],
    ['cut off after its header', () => pngOf(200, 200).subarray(0, 60)],
  ])('is refused by its header: %s', async (_, make) => {
    for (const bucket of ['avatars', 'deliverable-files'] as const) {
      expect(await refusalOf(send(bucket, make(), 'a.png')), bucket).toEqual([
        422,
        'upload.unreadable_image',
      ])
    }
  })

  it('of 3,000 frames becomes one still picture', async () => {
    const frames = 3_000
    const gif = await sharp(Buffer.alloc(8 * 8 * frames * 3, 99), {
      raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 },
    })
      .webp({ effort: 0, loop: 0 })
      .toBuffer()
    const { url } = await send('avatars', gif, 'a.webp')
    const stored = Buffer.from(await (await storage.fetch(null, url)).arrayBuffer())
    expect((await sharp(stored).metadata()).pages ?? 1).toBe(1)
  })
})

describe('a file name', () => {
  const names: [sent: string, shown: string][] = [
    ['../../x.mp4', 'x.mp4'],
    ['..\\..\\x.mp4', 'x.mp4'],
    ['/etc/passwd', 'passwd'],
    ['%2e%2e%2fx.mp4', '%2e%2e%2fx.mp4'],
    ['a.png\u0000.html', 'a.png.html'],
    ['a.png%00.html', 'a.png%00.html'],
    ['x\r\nSet-Cookie: a=b.mp4', 'xSet-Cookie: a=b.mp4'],
    ["\";filename*=UTF-8''evil.html", "\";filename*=UTF-8''evil.html"],
    ['\u202e4pm.mp4', '4pm.mp4'],
    ['\ud83d\ude00.mp4', '\ud83d\ude00.mp4'],
    ['CON', 'CON'],
    ['reel.mp4.html', 'reel.mp4.html'],
    ['REEL.MP4', 'REEL.MP4'],
    [`${'x'.repeat(4_096)}.mp4`, 'x'.repeat(255)],
    ['', 'file'],
  ]
  it.each(names)('is plain text that changes neither path nor headers: %j', async (sent, shown) => {
    const file = await send('deliverable-files', undecodableVideo(64), sent)
    expect(file.file_name).toBe(shown)
    const [row] = await rows<{ path: string }>(
      storage.pool,
      sql`select path from files where id = ${file.id}`,
    )
    expect(row?.path).toBe(`deliverable-files/${creator.id}/${projectId}/${file.id}.mp4`)

    const { headers } = await storage.fetch(null, `${file.url}&download=1`)
    const disposition = headers.get('content-disposition') ?? ''
    const saved = decodeURIComponent(
      /filename\*=UTF-8''([\w%.~!#$&+^`|-]*)$/.exec(disposition)?.[1] ?? '',
    )
    // Whatever its name, it is saved as what it really is.
    expect(saved).toBe(/\.mp4$/i.test(shown) ? shown : `${shown}.mp4`)
    expect(disposition).toMatch(/^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''\S+$/)
    expect(headers.get('content-type')).toBe('video/mp4')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('does not decide the file’s type: a text named page.html stays a text', async () => {
    const { url, file_type } = await send(
      'deliverable-files',
      Buffer.from('Hello there'),
      'page.html',
    )
    expect(file_type).toBe('text/plain')
    const { headers } = await storage.fetch(null, url)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('filename="page.html.txt"')
  })
})

describe('the declared length of an upload', () => {
  it.each([
    ['more than was said', 50, 200, 413],
    ['less than was said: it is not finished', 200, 50, 204],
  ])('differs from what arrives: %s', async (_, said, sent, status) => {
    const file = { bucket: 'deliverable-files', bytes: undecodableVideo(sent), projectId } as const
    const address = await beginUpload(storage, creator, file, said)
    const init = { method: 'PATCH', headers: patchHeaders(0), body: file.bytes }
    expect((await storage.fetch(creator, address, init)).status).toBe(status)
    expect((await storage.fetch(creator, address)).status).toBe(404)
    await storage.fetch(creator, address, { method: 'DELETE', headers: patchHeaders(0) })
  })

  it.each(['-1', '1e3', '0x10', '99999999999999999999', ''])(
    'is refused if invalid: %j',
    async (length) => {
      const response = await storage.fetch(creator, '/storage/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': length,
          'upload-metadata': `bucket ${Buffer.from('avatars').toString('base64')}`,
        },
      })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    },
  )

  it('also limits an open-ended stream', async () => {
    const file = { bucket: 'avatars', bytes: Buffer.alloc(10) } as const
    const address = await beginUpload(storage, creator, file, 1_000)
    const response = await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(0),
      body: new Blob([Buffer.alloc(5_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    await storage.fetch(creator, address, { method: 'DELETE', headers: patchHeaders(0) })
  })
})

it('no refused upload is left in the incoming folder', async () => {
  expect(readdirSync(join(storage.dataDir, 'files', 'incoming'))).toEqual([])
})
