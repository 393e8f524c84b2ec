import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUCKET_RULES, UPLOAD_PATH, type UploadedFile, uploadMessages } from '#contract/uploads.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildDeal, buildProject, buildSeller } from '#tests/support/builders.ts'
import {
  beginUpload,
  patchHeaders,
  RefusedUpload,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

/** A small picture as a camera would produce it: rotated, with a location in it. */
const photo = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#aa5522' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** An MP4 judging by its first bytes, then noise. */
const video = (size: number) =>
  Buffer.concat([
    Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex'),
    Buffer.alloc(size - 28, 7),
  ])

const refusalOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RefusedUpload)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error.problem
}

const incoming = () => readdirSync(join(storage.dataDir, 'files', 'incoming'))
const countFiles = async (owner: { id: string }) =>
  (await rows(storage.pool, sql`select id from files where owner_id = ${owner.id}`)).length

describe('a picture', () => {
  it('becomes an upright square WebP without metadata, at a public address', async () => {
    const creator = await buildCreator(storage.pool)
    const file = await storage.upload(creator, {
      bucket: 'avatars',
      bytes: await photo(),
      name: 'Me.JPG',
    })
    expect(file).toMatchObject({ bucket: 'avatars', file_name: 'Me.JPG', file_type: 'image/webp' })
    const [address, blur] = file.url.split('#')
    expect(address).toBe(`/storage/public/avatars/${creator.id}/${file.id}.webp`)
    expect(blur).toMatch(/^[\w-]{20,40}$/)

    const response = await storage.fetch(null, file.url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(file.size)
    const picture = await sharp(bytes).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(picture.exif).toBeUndefined()
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  })

  it('of a product keeps its aspect ratio, is upright and has at most 1600 px on its long side', async () => {
    const seller = await buildSeller(storage.pool)
    const file = await storage.upload(seller, {
      bucket: 'product-images',
      bytes: await photo(3_200, 1_600),
    })
    const picture = await sharp(await stored(file.url)).metadata()
    expect([picture.width, picture.height]).toEqual([800, 1_600])
  })

  it('that is delivered keeps its format and size but not its metadata', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = await storage.upload(creator, {
      bucket: 'deliverable-files',
      bytes: await photo(3_200, 1_600),
      projectId: project.id,
    })
    expect(file.file_type).toBe('image/jpeg')
    const bytes = await stored(file.url)
    const picture = await sharp(bytes).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', 1_600, 3_200])
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  })

  it('that cannot be decoded is refused and nothing of it stays', async () => {
    const creator = await buildCreator(storage.pool)
    const broken = (await photo()).subarray(0, 400)
    const problem = await refusalOf(storage.upload(creator, { bucket: 'avatars', bytes: broken }))
    expect(problem).toMatchObject({ status: 422, code: 'upload.unreadable_image' })
    expect(problem.request_id).toBeTruthy()
    expect(incoming()).toEqual([])
    expect(await countFiles(creator)).toBe(0)
  })

  it('that unpacks to more than 40 megapixels is refused', async () => {
    const creator = await buildCreator(storage.pool)
    const bomb = await sharp({
      create: { width: 8_001, height: 5_000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const problem = await refusalOf(storage.upload(creator, { bucket: 'avatars', bytes: bomb }))
    expect(problem.code).toBe('upload.unreadable_image')
  })
})

describe('the type of a file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each([
    ['an SVG named as a picture', 'avatars', 'me.png', svg],
    ['an SVG as a delivery', 'deliverable-files', 'notes.txt', svg],
    [
      'an SVG after an XML prologue',
      'deliverable-files',
      'notes.txt',
      `<?xml version="1.0"?>\n${svg}`,
    ],
    [
      'an HTML page as a delivery',
      'deliverable-files',
      'notes.txt',
      '\uFEFF \n<!DOCTYPE html><p>hi',
    ],
    [
      'a page that begins as text',
      'deliverable-files',
      'notes.txt',
      'Dear reader, <script>alert(1)</script>',
    ],
    ['bytes that are no text', 'deliverable-files', 'clip.mp4', '\u0000\u0001\u0002not a video'],
    ['text where pictures are expected', 'proof-screenshots', 'shot.webp', 'only words'],
  ] as const)('is decided by the bytes: %s is refused', async (_, bucket, name, content) => {
    const { creator, project } = await buildDeal(storage.pool)
    const problem = await refusalOf(
      storage.upload(creator, { bucket, bytes: Buffer.from(content), name, projectId: project.id }),
    )
    expect(problem).toMatchObject({ status: 415, code: 'upload.bad_type' })
    expect(problem.fields?.['file']).toBe(uploadMessages.type(BUCKET_RULES[bucket]))
    expect(incoming()).toEqual([])
    expect(await countFiles(creator)).toBe(0)
  })

  it.each([
    ['a video, whatever its name', 'holiday.txt', video(200), 'video/mp4'],
    [
      'plain text that begins like a bitmap',
      'brief.txt',
      Buffer.from('BMW in rot, größer als <3'),
      'text/plain',
    ],
    [
      'a PDF',
      'x',
      Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj\n'),
      'application/pdf',
    ],
  ])('is decided by the bytes: %s is taken', async (_, name, bytes, type) => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = await storage.upload(creator, {
      bucket: 'deliverable-files',
      bytes,
      name,
      projectId: project.id,
    })
    expect(file).toMatchObject({ file_type: type, file_name: name, size: bytes.length })
    expect(await stored(file.url)).toEqual(bytes)
  })
})

describe('an upload', () => {
  it('needs someone signed in', async () => {
    const response = await storage.fetch(null, UPLOAD_PATH, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'request.unauthenticated' })
  })

  it.each([
    ['avatars', 5_242_880],
    ['proof-screenshots', 5_242_880],
    ['deliverable-files', 52_428_800],
  ] as const)(
    'larger than its bucket takes is refused before a byte travels: %s',
    async (bucket, most) => {
      const { creator, project } = await buildDeal(storage.pool)
      const problem = await refusalOf(
        storage.upload(creator, { bucket, bytes: Buffer.alloc(most + 1), projectId: project.id }),
      )
      expect(problem).toMatchObject({
        status: 413,
        code: 'upload.too_large',
        fields: { file: `File is larger than ${most} bytes` },
      })
      expect(incoming()).toEqual([])
    },
  )

  it('longer than its declared length is refused with 413 and stores no file', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = { bucket: 'deliverable-files', bytes: video(100), projectId: project.id } as const
    const address = await beginUpload(storage, creator, file, 50)
    const response = await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(0),
      body: file.bytes,
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'upload.too_large' })
    expect(await countFiles(creator)).toBe(0)
  })

  it('goes on where it was cut off', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = {
      bucket: 'deliverable-files',
      bytes: video(300_000),
      projectId: project.id,
    } as const
    const address = await beginUpload(storage, creator, file)
    const first = await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(0),
      body: file.bytes.subarray(0, 120_000),
    })
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '120000'])

    const sent: number[] = []
    const resumed = await new Promise<UploadedFile>((resolve, reject) => {
      new Upload(file.bytes, {
        uploadUrl: storage.origin + address,
        headers: { authorization: `Bearer ${tokenOf(creator)}` },
        onBeforeRequest: (request) => {
          const offset = request.getHeader('Upload-Offset')
          if (request.getMethod() === 'PATCH' && offset !== undefined) sent.push(Number(offset))
        },
        onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
        onError: reject,
      }).start()
    })
    expect(sent).toEqual([120_000])
    expect(resumed.size).toBe(300_000)
    expect(await stored(resumed.url)).toEqual(file.bytes)
  })

  it('is refused with 409 when a chunk does not start where the last one ended', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = {
      bucket: 'deliverable-files',
      bytes: video(1_000),
      projectId: project.id,
    } as const
    const address = await beginUpload(storage, creator, file)
    const response = await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(500),
      body: file.bytes.subarray(500),
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      409,
      'upload.out_of_step',
    ])
  })

  it('of someone else answers HEAD, GET, PATCH and DELETE with the 404 of an unknown one', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const stranger = await buildCreator(storage.pool)
    const file = {
      bucket: 'deliverable-files',
      bytes: video(1_000),
      projectId: project.id,
    } as const
    const address = await beginUpload(storage, creator, file)
    const unknown = `${UPLOAD_PATH}/0b9ad2f8-7c0e-4bd6-8f4e-0f1f3f6d5a11`
    for (const [method, body] of [['HEAD'], ['GET'], ['DELETE'], ['PATCH', file.bytes]] as const) {
      const init = { method, headers: patchHeaders(0), ...(body === undefined ? {} : { body }) }
      const answers = await Promise.all(
        [address, unknown, `${UPLOAD_PATH}/..%2fincoming`].map(async (path) => {
          const response = await storage.fetch(stranger, path, init)
          const text = await response.text()
          return { status: response.status, body: text.replace(/"request_id":"[^"]+"/, '') }
        }),
      )
      expect(answers[0], method).toEqual(answers[1])
      expect(answers[0], method).toEqual(answers[2])
      expect(answers[0]?.status, method).toBe(404)
    }
    const head = await storage.fetch(creator, address, { method: 'HEAD', headers: patchHeaders(0) })
    expect(head.headers.get('upload-offset')).toBe('0')
  })

  it('that is deleted leaves nothing behind', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const address = await beginUpload(storage, creator, {
      bucket: 'deliverable-files',
      bytes: video(1_000),
      projectId: project.id,
    })
    const gone = await storage.fetch(creator, address, {
      method: 'DELETE',
      headers: patchHeaders(0),
    })
    expect(gone.status).toBe(204)
    expect(incoming().filter((name) => address.endsWith(name.replace(/\.json$/, '')))).toEqual([])
  })

  it('whose last answer was lost can still be asked for its file', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const file = {
      bucket: 'deliverable-files',
      bytes: video(1_000),
      projectId: project.id,
    } as const
    const address = await beginUpload(storage, creator, file)
    await storage.fetch(creator, address, {
      method: 'PATCH',
      headers: patchHeaders(0),
      body: file.bytes,
    })

    const head = await storage.fetch(creator, address, { method: 'HEAD', headers: patchHeaders(0) })
    expect(head.headers.get('upload-offset')).toBe(head.headers.get('upload-length'))
    const asked = (await (await storage.fetch(creator, address)).json()) as UploadedFile
    expect(asked).toMatchObject({ bucket: 'deliverable-files', size: 1_000 })
    expect(await stored(asked.url)).toEqual(file.bytes)
  })

  it('keeps the name as text without a path or control characters, and never blank', async () => {
    const { creator, project } = await buildDeal(storage.pool)
    const named = async (name: string) => {
      const file = {
        bucket: 'deliverable-files',
        bytes: video(100),
        projectId: project.id,
        name,
      } as const
      return (await storage.upload(creator, file)).file_name
    }
    expect(await named('../../etc/pass\u0000wd')).toBe('passwd')
    expect(await named('\u202e4pm.exe')).toBe('4pm.exe')
    expect(await named('   ')).toBe('file')
    expect(await named('x'.repeat(254) + '😀')).toBe('x'.repeat(254))
  })
})

describe('who may upload', () => {
  it('product pictures: sellers only', async () => {
    const creator = await buildCreator(storage.pool)
    const problem = await refusalOf(
      storage.upload(creator, { bucket: 'product-images', bytes: await photo() }),
    )
    expect(problem).toMatchObject({ status: 403, code: 'request.sellers_only' })
  })

  it('deliveries: the accepted creator of the running project, which is hidden from anyone else', async () => {
    const { creator, project, seller } = await buildDeal(storage.pool)
    const file = { bucket: 'deliverable-files', bytes: video(100), projectId: project.id } as const
    const stranger = await buildCreator(storage.pool)
    expect((await refusalOf(storage.upload(stranger, file))).code).toBe('request.not_found')
    expect((await refusalOf(storage.upload(seller, file))).code).toBe('request.not_found')
    const other = await buildProject(storage.pool)
    expect((await refusalOf(storage.upload(creator, { ...file, projectId: other.id }))).code).toBe(
      'request.not_found',
    )
    await execute(
      storage.pool,
      sql`update projects set status = 'completed' where id = ${project.id}`,
    )
    expect((await refusalOf(storage.upload(creator, file))).code).toBe('deliverable.not_accepted')
  })

  it('no one to an unknown bucket, or to a project bucket without naming the project', async () => {
    const { creator } = await buildDeal(storage.pool)
    const bytes = video(100)
    const nowhere = await refusalOf(
      storage.upload(creator, { bucket: 'secrets' as 'avatars', bytes }),
    )
    expect(nowhere).toMatchObject({
      status: 422,
      code: 'request.invalid',
      fields: { bucket: 'Upload failed' },
    })
    const unnamed = await refusalOf(storage.upload(creator, { bucket: 'deliverable-files', bytes }))
    expect(unnamed.fields).toEqual({ project_id: 'Upload failed' })
  })
})

it('a file is stored under its own id, in the folders of its bucket, owner and project', async () => {
  const { creator, project } = await buildDeal(storage.pool)
  const file = {
    bucket: 'deliverable-files',
    bytes: video(100),
    projectId: project.id,
    name: 'Reel 1.mov',
  } as const
  const { id } = await storage.upload(creator, file)
  const folder = join(storage.dataDir, 'files', 'deliverable-files', creator.id, project.id)
  expect(readFileSync(join(folder, `${id}.mp4`))).toEqual(file.bytes)
})

it('a file is never overwritten: the same name again is another file at another address', async () => {
  const seller = await buildSeller(storage.pool)
  const file = { bucket: 'product-images', name: 'mug.jpg' } as const
  const first = await storage.upload(seller, { ...file, bytes: await photo(300, 200) })
  const before = await stored(first.url)
  const second = await storage.upload(seller, { ...file, bytes: await photo(200, 300) })
  expect(second.url).not.toBe(first.url)
  expect(await stored(first.url)).toEqual(before)
  expect(await stored(second.url)).not.toEqual(before)
})

async function stored(url: string): Promise<Buffer> {
  const response = await storage.fetch(null, url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
