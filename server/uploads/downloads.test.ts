import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UploadedFile } from '#contract/uploads.ts'
import { buildCreator, buildDeal, buildSeller } from '#tests/support/builders.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { prepareFile } from './prepare-file.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { signedFileUrl } from './signed-link.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.close())

const NOON = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000)
beforeEach(() => storage.setNow(NOON))

const text = Buffer.from('0123456789'.repeat(10))

async function delivered(name = 'Reel „eins“.txt', bytes = text): Promise<UploadedFile> {
  const { creator, project } = await buildDeal(storage.pool)
  return storage.upload(creator, {
    bucket: 'deliverable-files',
    bytes,
    name,
    projectId: project.id,
  })
}

/** Returns the status and body of an address, without what differs per request. */
async function look(path: string) {
  const response = await storage.fetch(null, path)
  return {
    status: response.status,
    body: (await response.text()).replace(/"request_id":"[^"]+"/, ''),
  }
}

describe('a private file', () => {
  it('opens through its signed link, locked down: nothing runs, nothing is sniffed', async () => {
    const file = await delivered()
    const response = await storage.fetch(null, file.url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="Reel _eins_.txt"; filename*=UTF-8''Reel%20%E2%80%9Eeins%E2%80%9C.txt`,
    )
    expect(response.headers.get('cache-control')).toBe('private, max-age=300')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(text)
  })

  it('is saved under its own name on request', async () => {
    const file = await delivered('a".txt')
    const response = await storage.fetch(null, `${file.url}&download=1`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="a_.txt"; filename*=UTF-8''a%22.txt`,
    )
  })

  it('treats every link that is not exactly right like an unknown file', async () => {
    const file = await delivered()
    const other = await delivered()
    const url = new URL(file.url, 'http://x')
    const expires = url.searchParams.get('expires') ?? ''
    const signature = url.searchParams.get('signature') ?? ''
    const unknown = await look(
      '/storage/private/6a4f2a0e-14a5-4c0e-9a3b-2f3a34a1d0c9?expires=1&signature=x',
    )
    expect(unknown.status).toBe(404)

    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const wrong = [
      file.url.replace(signature, flipped),
      file.url.replace(signature, signature.slice(0, -1)),
      file.url.replace(signature, ''),
      file.url.replace(expires, String(Number(expires) + 1)),
      file.url.replace(expires, String(Number(expires) - 1)),
      file.url.replace(expires, `0${expires}`),
      file.url.replace(file.id, other.id),
      file.url.replace(file.id, 'not-an-id'),
      file.url.replace(file.id, '..%2f..%2fincoming'),
      `${file.url}&expires=${expires}`,
      `${file.url}&download=2`,
      `/storage/private/${file.id}`,
    ]
    for (const path of wrong) expect(await look(path), path).toEqual(unknown)
    expect((await look(file.url)).status).toBe(200)
  })

  it('does not open through a link with one changed character', async () => {
    const file = await delivered()
    const unknown = await look(`/storage/private/6a4f2a0e-14a5-4c0e-9a3b-2f3a34a1d0c9`)
    for (let at = '/storage/private/'.length; at < file.url.length; at += 1) {
      const other = file.url[at] === '0' ? '1' : '0'
      const changed = file.url.slice(0, at) + other + file.url.slice(at + 1)
      const { statusCode, body } = await storage.app.inject(changed)
      const answer = { status: statusCode, body: body.replace(/"request_id":"[^"]+"/, '') }
      expect(answer, changed).toEqual(unknown)
    }
    expect((await look(file.url)).status).toBe(200)
  })

  it('is listed only for the two sides of the deal; anyone else gets a 404', async () => {
    const { creator, seller, project } = await buildDeal(storage.pool)
    const file = { bucket: 'deliverable-files', bytes: text, projectId: project.id } as const
    const { id } = await storage.upload(creator, file)
    const params = { id: project.id }
    await storage.call(creator, 'deliverables.submit', { params, body: { file_id: id } })
    await prepareFile(storage.deps, storage.storage.tools, id)
    const links = (as: { id: string }) => storage.call(as, 'deliverables.for_project', { params })
    for (const side of [seller, creator]) {
      const { body } = await links(side)
      expect((await look(body[0]?.file_url ?? '')).status).toBe(200)
    }
    for (const stranger of [await buildSeller(storage.pool), await buildCreator(storage.pool)])
      expect((await links(stranger)).status).toBe(404)
  })

  it('that a viewer might execute, such as a PDF, is downloaded instead of opened', async () => {
    const file = await delivered('brief', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'))
    const response = await storage.fetch(null, file.url)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="brief.pdf"/)
  })

  it('closes five minutes after its link was made, to the second', async () => {
    const file = await delivered()
    storage.setNow(later(299))
    expect((await look(file.url)).status).toBe(200)
    storage.setNow(later(300))
    expect((await look(file.url)).status).toBe(404)
  })

  it('has links valid for four to five minutes that stay the same for a minute', async () => {
    const { config } = storage.deps
    const id = '6a4f2a0e-14a5-4c0e-9a3b-2f3a34a1d0c9'
    const at = (seconds: number) => signedFileUrl(config, id, later(seconds))
    expect(at(0)).toBe(at(59))
    expect(at(0)).not.toBe(at(60))
    const lifetime = (seconds: number) =>
      Number(/expires=(\d+)/.exec(at(seconds))?.[1]) - later(seconds).getTime() / 1_000
    expect([lifetime(0), lifetime(59)]).toEqual([300, 241])
  })

  it('does not open through a link signed with another secret', async () => {
    const file = await delivered()
    const forged = signedFileUrl({ keys: soleKey('another-secret-of-16') }, file.id, NOON)
    expect((await look(forged)).status).toBe(404)
  })

  it.each([
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', 206, '56789', 'bytes 95-99/100'],
    ['bytes=-3', 206, '789', 'bytes 97-99/100'],
    ['bytes=98-500', 206, '89', 'bytes 98-99/100'],
    ['bytes=-500', 206, text.toString(), 'bytes 0-99/100'],
    ['bytes=100-', 416, '', 'bytes */100'],
    ['bytes=-0', 416, '', 'bytes */100'],
    ['bytes=5-2', 200, text.toString(), null],
    ['bytes=0-1,4-5', 200, text.toString(), null],
    ['lines=1-2', 200, text.toString(), null],
  ])('answers the Range header %s', async (range, status, body, contentRange) => {
    const file = await delivered()
    const response = await storage.fetch(null, file.url, { headers: { range } })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(await response.text()).toBe(body)
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  it('answers HEAD without its bytes', async () => {
    const file = await delivered()
    const response = await storage.fetch(null, file.url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '100'])
    expect(response.headers.get('accept-ranges')).toBe('bytes')
  })
})

describe('a public picture', () => {
  const picture = async () => {
    const seller = await buildSeller(storage.pool)
    const bytes = await sharp({
      create: { width: 20, height: 20, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    return { seller, ...(await storage.upload(seller, { bucket: 'product-images', bytes })) }
  }

  it('is not sent again to a client that has it', async () => {
    const { url } = await picture()
    const first = await storage.fetch(null, url)
    await first.arrayBuffer()
    const again = await storage.fetch(null, url, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('is the only kind of file that public addresses serve', async () => {
    const { id, seller, url } = await picture()
    const hidden = await delivered()
    const { creator } = await buildDeal(storage.pool)
    for (const path of [
      url.replace(id, '6a4f2a0e-14a5-4c0e-9a3b-2f3a34a1d0c9'),
      url.replace('product-images', 'avatars'),
      url.replace('product-images', 'incoming'),
      url.replace(seller.id, creator.id),
      url.replace('.webp', '.png'),
      url.replace(`${seller.id}/`, `${seller.id}/..%2f${seller.id}%2f`),
      `/storage/public/deliverable-files/${creator.id}/${hidden.id}.webp`,
      `/storage/public/deliverable-files/${creator.id}/${hidden.id}.txt`,
      '/storage/public/product-images/..%2f..%2f..%2f..%2fetc/passwd',
      `/storage/private/${id}?expires=9999999999&signature=x`,
      signedFileUrl(storage.deps.config, id, NOON),
    ]) {
      expect((await look(path)).status, path).toBe(404)
    }
    expect((await storage.fetch(null, url)).status).toBe(200)
  })
})
