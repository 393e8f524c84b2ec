import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'

let folder: string
let store: FileStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-files-'))
  store = localFileStore(join(folder, 'store'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const source = (content: string) => {
  const path = join(folder, 'source')
  writeFileSync(path, content)
  return path
}
const read = async (path: string, span?: { first: number; last: number }) => {
  const stream = await store.open(path, span)
  return stream === null ? null : text(stream)
}

describe('a stored file', () => {
  it('is there whole, in part, and with its size', async () => {
    await store.put(source('hello world'), 'bucket/owner/id.txt')
    expect(await read('bucket/owner/id.txt')).toBe('hello world')
    expect(await read('bucket/owner/id.txt', { first: 6, last: 8 })).toBe('wor')
    expect(await store.stat('bucket/owner/id.txt')).toEqual({ size: 11 })
  })

  it('is replaced by putting again, and leaves no working files behind', async () => {
    await store.put(source('one'), 'b/o/x.txt')
    await store.put(source('one'), 'b/o/x.txt')
    rmSync(join(folder, 'source'))
    await store.put(source('two'), 'b/o/x.txt')
    expect(await read('b/o/x.txt')).toBe('two')
    expect(readdirSync(join(folder, 'store', 'b', 'o'))).toEqual(['x.txt'])
  })

  it('leaves its source where it was', async () => {
    const path = source('mine')
    await store.put(path, 'b/o/x.txt')
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  it('is gone once removed, and removing it again is fine', async () => {
    await store.put(source('x'), 'b/x')
    await store.remove('b/x')
    await store.remove('b/x')
    expect(await read('b/x')).toBeNull()
    expect(await store.stat('b/x')).toBeNull()
  })
})

it('refuses to lead outside, whoever asks', async () => {
  writeFileSync(join(folder, 'secret'), 'secret')
  await expect(store.open('../secret')).rejects.toThrow('outside the store')
  await expect(store.put(source('x'), '../secret')).rejects.toThrow('outside the store')
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('secret')
})

it('stores nothing of a source that is not there', async () => {
  await expect(store.put(join(folder, 'nothing'), 'b/x')).rejects.toThrow('ENOENT')
  expect(readdirSync(join(folder, 'store', 'b'))).toEqual([])
})
