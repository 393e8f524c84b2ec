import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startS3, type TestS3 } from '#tests/support/s3.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
import { s3FileStore } from './s3-file-store.ts'

let folder: string
let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let sources = 0
const source = (content: string) => {
  const path = join(folder, `source-${(sources += 1)}`)
  writeFileSync(path, content)
  return path
}

const stores: [name: string, open: () => FileStore][] = [
  ['a local directory', () => localFileStore(join(folder, 'store'))],
  ['an S3 bucket', () => s3FileStore(s3.config)],
]

describe.each(stores)('a file in %s', (name, openStore) => {
  let store: FileStore
  beforeEach(() => {
    store = openStore()
  })
  afterEach(() => store.close())
  const read = async (path: string, span?: { first: number; last: number }) => {
    const stream = await store.open(path, span)
    return stream === null ? null : text(stream)
  }
  const listed = async (under: string) => {
    const found = []
    for await (const file of store.list(under)) found.push(file)
    return found.toSorted((a, b) => a.path.localeCompare(b.path))
  }

  it('can be read in full or in part, and has its size reported', async () => {
    await store.put(source('hello world'), 'bucket/owner/id.txt')
    expect(await read('bucket/owner/id.txt')).toBe('hello world')
    expect(await read('bucket/owner/id.txt', { first: 6, last: 8 })).toBe('wor')
    expect(await read('bucket/owner/id.txt', { first: 0, last: 1 })).toBe('he')
    expect(await read('bucket/owner/id.txt', { first: 9, last: 90 })).toBe('ld')
    expect(await read('bucket/owner/id.txt', { first: 11, last: 12 })).toBe('')
    await store.put(source(''), 'bucket/owner/none.txt')
    expect(await read('bucket/owner/none.txt', { first: 0, last: 9 })).toBe('')
    expect(await store.stat('bucket/owner/id.txt')).toEqual({ size: 11 })
  })

  it('is replaced by storing it again', async () => {
    await store.put(source('one'), 'b/o/x.txt')
    await store.put(source('one'), 'b/o/x.txt')
    await store.put(source('two'), 'b/o/x.txt')
    expect(await read('b/o/x.txt')).toBe('two')
    expect((await listed('b/o')).map(({ path }) => path)).toEqual(['b/o/x.txt'])
  })

  it('leaves its source where it was', async () => {
    const path = source('mine')
    await store.put(path, 'b/o/x.txt')
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  it('is gone once deleted, and deleting it again is fine', async () => {
    await store.put(source('x'), 'b/x')
    await store.remove('b/x')
    await store.remove('b/x')
    expect(await read('b/x')).toBeNull()
    expect(await store.stat('b/x')).toBeNull()
  })

  it('is listed under its folder with its size and storage time; neighbouring folders are not', async () => {
    const kind = name.replaceAll(' ', '-')
    await store.put(source('one'), `${kind}/a/1.txt`)
    await store.put(source('three'), `${kind}/b/2.txt`)
    await store.put(source('x'), `${kind}-not/a/3.txt`)
    const found = await listed(kind)
    expect(found.map(({ path, size }) => [path, size])).toEqual([
      [`${kind}/a/1.txt`, 3],
      [`${kind}/b/2.txt`, 5],
    ])
    for (const { since } of found) expect(Date.now() - since.getTime()).toBeLessThan(60_000)
    expect(await listed(`${kind}/nothing`)).toEqual([])
  })

  it('cannot be read or written outside the store', async () => {
    writeFileSync(join(folder, 'secret'), 'secret')
    await expect(store.open('../secret')).rejects.toThrow('outside the store')
    await expect(store.put(source('x'), '../secret')).rejects.toThrow('outside the store')
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('secret')
  })

  it('is not stored when its source is missing', async () => {
    await expect(store.put(join(folder, 'nothing'), 'gone/x')).rejects.toThrow('ENOENT')
    expect(await listed('gone')).toEqual([])
  })

  it('of 12 MB comes back byte for byte', async () => {
    const bytes = Buffer.alloc(12_000_000, 'abcdefg')
    writeFileSync(join(folder, 'large'), bytes)
    await store.put(join(folder, 'large'), 'b/large')
    const parts: Buffer[] = []
    for await (const part of (await store.open('b/large')) ?? []) parts.push(part)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
  })
})

it('a local directory keeps no temporary files', async () => {
  const store = localFileStore(join(folder, 'store'))
  await store.put(source('one'), 'b/o/x.txt')
  await store.put(source('two'), 'b/o/x.txt')
  expect(readdirSync(join(folder, 'store', 'b', 'o'))).toEqual(['x.txt'])
})

it('a bucket retries when the store fails transiently, and throws ENOSPC when it is full', async () => {
  const answers = [503, 503, 200, 507]
  const sent: string[] = []
  const stumbling = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push(Buffer.concat(parts).toString())
      response.writeHead(answers.shift() ?? 500).end()
    })
  })
  await new Promise<void>((resolve) => stumbling.listen(0, '127.0.0.1', resolve))
  const { port } = stumbling.address() as AddressInfo
  const store = s3FileStore({ ...s3.config, endpoint: `http://127.0.0.1:${port}` })
  await store.put(source('kept'), 'b/x')
  expect(sent).toEqual(['kept', 'kept', 'kept'])
  await expect(store.put(source('kept'), 'b/x')).rejects.toMatchObject({ code: 'ENOSPC' })
  store.close()
  stumbling.closeAllConnections()
  await new Promise((resolve) => stumbling.close(resolve))
})
