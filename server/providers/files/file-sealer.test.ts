import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChunkSealer } from './chunk-sealer.ts'
import { FileSealer } from './file-sealer.ts'
import { localFileStore } from './local-file-store.ts'
import { sealedFileStore } from './sealed-file-store.ts'
import { CHUNK_BYTES, sealedSize } from './sealed-format.ts'

const KEY = Buffer.alloc(32, 3)
const SIZE = 5 * 1024 * 1024 + 17

let folder: string
let from: string
let to: string
let sealer: FileSealer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-sealer-'))
  from = join(folder, 'arriving')
  to = join(folder, 'sealed')
  sealer = new FileSealer()
})
afterEach(() => {
  sealer.close()
  rmSync(folder, { recursive: true })
})

/** Bytes in which no two chunks are equal. */
const bytesOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 17) & 255))

describe('bytes that come in pieces', () => {
  const bytes = bytesOf(2 * CHUNK_BYTES + 5)
  const sealedIn = (size: number, cuts: readonly number[]) => {
    const chunks = new ChunkSealer(KEY, size)
    const ends = [...cuts.toSorted((one, other) => one - other), size]
    return Buffer.concat(
      ends.flatMap((end, index) => chunks.add(bytes.subarray(ends[index - 1] ?? 0, end))),
    )
  }

  test('are sealed exactly as in one piece, wherever they are cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, bytes.length),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (size, places) => {
          const cuts = places.map((place) => Math.floor(place * size))
          expect(sealedIn(size, cuts).equals(sealedIn(size, []))).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('are refused when they exceed the file’s declared size', () => {
    expect(() => new ChunkSealer(KEY, 3).add(bytes)).toThrow(RangeError)
  })

  test('are complete with the last piece, and not before', () => {
    const chunks = new ChunkSealer(KEY, 2 * CHUNK_BYTES)
    chunks.add(bytes.subarray(0, CHUNK_BYTES))
    expect(chunks.isWhole).toBe(false)
    chunks.add(bytes.subarray(0, CHUNK_BYTES))
    expect(chunks.isWhole).toBe(true)
  })
})

describe('the thread that seals', () => {
  const order = (size = SIZE) => ({ from, to, size, fileKey: KEY })

  test('fails with the system’s error code, then seals the next file', async () => {
    writeFileSync(from, bytesOf(SIZE))
    writeFileSync(to, 'there already')
    await expect(sealer.begin(order()).done).rejects.toMatchObject({ code: 'EEXIST' })
    rmSync(to)
    const next = sealer.begin(order())
    next.upTo(SIZE)
    await next.done
  })

  test('refuses a file that becomes shorter', async () => {
    writeFileSync(from, bytesOf(SIZE))
    const sealing = sealer.begin(order())
    truncateSync(from, 100)
    sealing.upTo(SIZE)
    await expect(sealing.done).rejects.toThrow('became shorter')
  })

  test('takes several files at once', async () => {
    writeFileSync(from, bytesOf(SIZE))
    const all = [1, 2, 3].map((number) => sealer.begin({ ...order(), to: `${to}${number}` }))
    for (const upTo of [1_000_000, 2_000_000, SIZE]) for (const one of all) one.upTo(upTo)
    await Promise.all(all.map(({ done }) => done))
  })

  test('fails its pending file when it ends, and a new thread seals the next one', async () => {
    writeFileSync(from, bytesOf(SIZE))
    const cut = sealer.begin(order())
    sealer.close()
    await expect(cut.done).rejects.toThrow('has ended')
    rmSync(to, { force: true })
    const next = sealer.begin(order())
    next.upTo(SIZE)
    await next.done
  })
})

describe('an arriving file', () => {
  const bytes = bytesOf(SIZE)
  const open = () =>
    sealedFileStore(localFileStore(join(folder, 'store')), { maker: 1, keyOf: () => KEY })
  const rest = () => readdirSync(folder).filter((name) => name !== 'store')
  const arrive = async (store: ReturnType<typeof open>) => {
    writeFileSync(from, '')
    const draft = await store.draft?.(from, SIZE)
    for (let at = 0; at < SIZE; at += 300_000) {
      const piece = bytes.subarray(at, at + 300_000)
      appendFileSync(from, piece)
      draft?.add(piece.length)
    }
    await draft?.end()
  }
  const read = async (store: ReturnType<typeof open>) => {
    const stream = await store.open('b/o/x')
    return stream === null ? null : buffer(stream)
  }

  test('is stored from the copy encrypted as it arrived, used only once, with no temporary file left', async () => {
    const store = open()
    await arrive(store)
    const copy = () => rest().find((name) => name !== 'arriving') ?? ''
    await expect.poll(() => statSync(join(folder, copy())).size).toBe(sealedSize(SIZE))
    // The draft is used as it is: the current content of the file is not read again.
    writeFileSync(from, Buffer.alloc(SIZE))
    await store.put(from, 'b/o/x')
    expect((await read(store))?.equals(bytes)).toBe(true)
    expect(rest()).toEqual(['arriving'])
    // The draft is used only once: using it again would encrypt with the same key.
    writeFileSync(from, 'something else')
    await store.put(from, 'b/o/x')
    expect((await read(store))?.toString()).toBe('something else')
    store.close()
  })

  test('that breaks off leaves no encrypted copy, and is encrypted when it is stored', async () => {
    const store = open()
    writeFileSync(from, bytes.subarray(0, 2_000_000))
    const draft = await store.draft?.(from, SIZE)
    draft?.add(2_000_000)
    await expect.poll(() => rest().length).toBe(2)
    await draft?.end()
    expect(rest()).toEqual(['arriving'])
    appendFileSync(from, bytes.subarray(2_000_000))
    await store.put(from, 'b/o/x')
    expect((await read(store))?.equals(bytes)).toBe(true)
    store.close()
  })

  test('is encrypted when it is stored if not all of its bytes were announced', async () => {
    const store = open()
    writeFileSync(from, bytes)
    const draft = await store.draft?.(from, SIZE)
    draft?.add(1_000_000)
    await store.put(from, 'b/o/x')
    expect((await read(store))?.equals(bytes)).toBe(true)
    expect(rest()).toEqual(['arriving'])
    store.close()
  })

  test('is stored even if its encrypted copy was lost', async () => {
    const store = open()
    await arrive(store)
    store.close()
    await store.put(from, 'b/o/x')
    expect((await read(store))?.equals(bytes)).toBe(true)
    expect(rest()).toEqual(['arriving'])
    store.close()
  })

  test('that is abandoned leaves no encrypted copy', async () => {
    const store = open()
    await arrive(store)
    await store.dropDraft?.(from)
    expect(rest()).toEqual(['arriving'])
    store.close()
  })

  test('is not encrypted in advance if it is small or files are stored unencrypted', async () => {
    const plain = sealedFileStore(localFileStore(join(folder, 'store')), {
      maker: null,
      keyOf: () => KEY,
    })
    writeFileSync(from, '')
    expect(await plain.draft?.(from, SIZE)).toBeNull()
    expect(await open().draft?.(from, 100_000)).toBeNull()
  })
})
