import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3, type TestS3 } from '#tests/support/s3.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
import { s3FileStore } from './s3-file-store.ts'
import { type FileKeys, sealedFileStore } from './sealed-file-store.ts'
import {
  BrokenSeal,
  CHUNK_BYTES,
  HEADER_BYTES,
  SEALED_CHUNK_BYTES,
  sealedSize,
} from './sealed-format.ts'

let folder: string
let s3: TestS3
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-sealed-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const keysOf = (maker: number | null, ...versions: number[]): FileKeys => ({
  maker,
  keyOf: (version) => (versions.includes(version) ? Buffer.alloc(32, version) : null),
})
const root = () => join(folder, 'store')
const local = () => localFileStore(root())
const sealed = (keys = keysOf(1, 1)) => sealedFileStore(local(), keys)

let files = 0
/** Bytes in which no two chunks are equal. */
const bytesOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 17) & 255))
async function stored(
  store: FileStore,
  bytes: Buffer,
  path = `b/o/${(files += 1)}`,
): Promise<string> {
  const from = join(folder, 'source')
  // A local store links the given file instead of copying it.
  rmSync(from, { force: true })
  writeFileSync(from, bytes)
  await store.put(from, path)
  return path
}
async function read(store: FileStore, path: string, span?: { first: number; last: number }) {
  const stream = await store.open(path, span)
  return stream === null ? null : buffer(stream)
}

const BORDERS = [0, 1, 2, 3].map((chunks) => chunks * CHUNK_BYTES)
const AT_ONCE = 32 * CHUNK_BYTES
const SIZES = [...BORDERS, AT_ONCE, 2 * AT_ONCE]
  .flatMap((border) => [border - 1, border, border + 1])
  .filter((size) => size >= 0)

describe.each([
  ['a folder', () => local()],
  ['a bucket', () => s3FileStore(s3.config)],
])('an encrypting store in %s', (_, inner) => {
  test.each(SIZES)(
    'reads a file of %i bytes back unchanged, and reports its plain size',
    async (size) => {
      const store = sealedFileStore(inner(), keysOf(1, 1))
      const bytes = bytesOf(size)
      const path = await stored(store, bytes)
      expect((await read(store, path))?.equals(bytes)).toBe(true)
      expect(await store.stat(path)).toEqual({ size })
      expect(await inner().stat(path)).toEqual({ size: sealedSize(size) })
      store.close()
    },
  )

  test('serves any range', async () => {
    const store = sealedFileStore(inner(), keysOf(1, 1))
    const bytes = bytesOf(3 * CHUNK_BYTES + 5)
    const path = await stored(store, bytes)
    const edge = fc.oneof(
      fc.integer({ min: 0, max: bytes.length - 1 }),
      fc.constantFrom(...BORDERS.flatMap((at) => [at - 1, at, at + 1]).filter((at) => at >= 0)),
    )
    await fc.assert(
      fc.asyncProperty(edge, edge, async (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const part = await read(store, path, { first, last })
        expect(part?.equals(bytes.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: 60 },
    )
    expect(
      (await read(store, path, { first: bytes.length - 3, last: bytes.length + 90 }))?.length,
    ).toBe(3)
    store.close()
  })

  test('still reads files stored unencrypted earlier, in full, in part and empty', async () => {
    const store = sealedFileStore(inner(), keysOf(1, 1))
    for (const size of [0, 1, HEADER_BYTES, 200_000]) {
      const bytes = bytesOf(size)
      const path = await stored(inner(), bytes)
      expect((await read(store, path))?.equals(bytes)).toBe(true)
      expect(await store.stat(path)).toEqual({ size })
      expect(await store.versionOf(path)).toBeNull()
    }
    const path = await stored(inner(), bytesOf(200_000))
    expect(await read(store, path, { first: 1, last: 1 })).toEqual(bytesOf(2).subarray(1))
    expect(await read(store, 'b/o/none')).toBeNull()
    expect(await store.stat('b/o/none')).toBeNull()
    store.close()
  })
})

describe('a file that is encrypted again while it is read', () => {
  /** Runs `meanwhile` before the call with this number, counted from 0. */
  function interrupted(inner: FileStore, at: number, meanwhile: () => Promise<unknown>): FileStore {
    let calls = 0
    const before = async () => {
      if ((calls += 1) === at + 1) await meanwhile()
    }
    return {
      ...inner,
      open: async (path, span) => (await before(), inner.open(path, span)),
      stat: async (path) => (await before(), inner.stat(path)),
    }
  }
  /** No operation makes as many calls. */
  const CALLS = 5

  describe.each([
    ['plain', null],
    ['of an older version', 1],
  ])('and was %s', (_, maker) => {
    // The stored size of a plain file may also be that of an encrypted one.
    test.each([0, HEADER_BYTES + 16, CHUNK_BYTES, 3 * CHUNK_BYTES + 200])(
      'has the same %i bytes, in full and in part, and the same size',
      async (size) => {
        const bytes = bytesOf(size)
        const [earlier, later] = [sealed(keysOf(maker, 1)), sealed(keysOf(2, 1, 2))]
        const end = Math.max(0, size - 1)
        const spans = [
          { first: 0, last: end },
          { first: Math.max(0, end - 30), last: end },
          { first: Math.floor(end / 2), last: Math.floor(end / 2) + 1 },
        ]
        for (let at = 0; at < CALLS; at += 1) {
          const during = async <Result>(work: (store: FileStore, path: string) => Result) => {
            const path = await stored(earlier, bytes)
            const again = () => stored(later, bytes, path)
            return work(sealedFileStore(interrupted(local(), at, again), keysOf(2, 1, 2)), path)
          }
          expect((await during((store, path) => read(store, path)))?.equals(bytes)).toBe(true)
          expect(await during((store, path) => store.stat(path))).toEqual({ size })
          for (const span of size === 0 ? [] : spans) {
            const part = await during((store, path) => read(store, path, span))
            expect(part?.equals(bytes.subarray(span.first, span.last + 1))).toBe(true)
          }
        }
        earlier.close()
        later.close()
      },
    )
  })
})

test('no plaintext of the file is on the disk, and no temporary file is left', async () => {
  const bytes = Buffer.from('a sentence that is easy to find again. '.repeat(3_000))
  const path = await stored(sealed(), bytes)
  expect(readFileSync(join(root(), path)).includes('easy to find')).toBe(false)
  expect(readdirSync(folder).toSorted()).toEqual(['source', 'store'])
})

describe('an encrypted file is refused', () => {
  const size = 2 * CHUNK_BYTES + 100
  const isRefused = async (path: string, span?: { first: number; last: number }) =>
    expect(read(sealed(), path, span)).rejects.toBeInstanceOf(BrokenSeal)

  test('with any bit of its header, and of any chunk, changed', async () => {
    const path = await stored(sealed(), bytesOf(size))
    const whole = readFileSync(join(root(), path))
    const places = [
      // A changed marker makes it a plain file, and a changed version makes it belong to another key.
      ...Array.from({ length: HEADER_BYTES - 12 }, (_, at) => at + 12),
      ...[0, 1, 2].flatMap((chunk) => {
        const start = HEADER_BYTES + chunk * SEALED_CHUNK_BYTES
        return [start, start + 7, Math.min(start + SEALED_CHUNK_BYTES, whole.length) - 1]
      }),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...places), fc.integer({ min: 12, max: whole.length - 1 })),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const changed = Buffer.from(whole)
          changed[at] = (changed[at] ?? 0) ^ (1 << bit)
          writeFileSync(join(root(), path), changed)
          await isRefused(path)
          const chunk = Math.max(0, Math.floor((at - HEADER_BYTES) / SEALED_CHUNK_BYTES))
          await isRefused(path, { first: chunk * CHUNK_BYTES, last: chunk * CHUNK_BYTES })
        },
      ),
      { numRuns: 120 },
    )
  })

  test('when truncated anywhere, even between two chunks, or with bytes appended', async () => {
    const path = await stored(sealed(), bytesOf(size))
    const whole = readFileSync(join(root(), path))
    const ends = [0, 1, 2].map((chunk) => HEADER_BYTES + chunk * SEALED_CHUNK_BYTES)
    for (const end of [8, 71, ...ends.flatMap((at) => [at, at + 1, at + 15, at + 16, at + 17])]) {
      writeFileSync(join(root(), path), whole.subarray(0, end))
      await isRefused(path)
      const left = end - HEADER_BYTES
      if (left > 16) {
        const last = Math.floor((left - 1) / SEALED_CHUNK_BYTES) * CHUNK_BYTES
        await isRefused(path, { first: last, last })
      }
    }
    writeFileSync(join(root(), path), Buffer.concat([whole, Buffer.alloc(1)]))
    await isRefused(path)
  })

  test('with two chunks swapped, one repeated or one left out', async () => {
    const path = await stored(sealed(), bytesOf(size))
    const whole = readFileSync(join(root(), path))
    const header = whole.subarray(0, HEADER_BYTES)
    const [one, two, three] = [0, 1, 2].map((chunk) => {
      const start = HEADER_BYTES + chunk * SEALED_CHUNK_BYTES
      return whole.subarray(start, start + SEALED_CHUNK_BYTES)
    }) as [Buffer, Buffer, Buffer]
    for (const order of [
      [two, one, three],
      [one, one, two, three],
      [one, three],
      [two, three],
    ]) {
      writeFileSync(join(root(), path), Buffer.concat([header, ...order]))
      await isRefused(path)
    }
  })

  test('in place of another file, or with another file’s chunks', async () => {
    const [one, other] = [
      await stored(sealed(), bytesOf(size)),
      await stored(sealed(), bytesOf(size)),
    ]
    const bytes = readFileSync(join(root(), one))
    writeFileSync(join(root(), other), bytes)
    await isRefused(other)
    const third = await stored(sealed(), bytesOf(size))
    const header = readFileSync(join(root(), third)).subarray(0, HEADER_BYTES)
    writeFileSync(join(root(), third), Buffer.concat([header, bytes.subarray(HEADER_BYTES)]))
    await isRefused(third)
  })

  test('without its version of the key', async () => {
    const path = await stored(sealed(keysOf(2, 1, 2)), bytesOf(10))
    expect(await sealed(keysOf(1, 1, 2)).stat(path)).toEqual({ size: 10 })
    await expect(read(sealed(keysOf(1, 1)), path)).rejects.toThrow(
      'version 2 of the key "files" is not here',
    )
  })
})

test('without a current key version, files are stored unencrypted and listed versions still decrypt', async () => {
  const before = sealed(keysOf(null, 1))
  const plain = await stored(before, bytesOf(10))
  expect(readFileSync(join(root(), plain)).equals(bytesOf(10))).toBe(true)
  const path = await stored(sealed(), bytesOf(10))
  expect((await read(before, path))?.equals(bytesOf(10))).toBe(true)
})
