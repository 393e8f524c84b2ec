import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteSpan, FileStore } from './file-store.ts'
import { SealedCopies } from './sealed-copies.ts'
import {
  BrokenSeal,
  CHUNK_BYTES,
  headerIn,
  HEADER_BYTES,
  lastChunk,
  openChunk,
  openHeader,
  plainSize,
  SEALED_CHUNK_BYTES,
  type SealedHeader,
  writeHeader,
} from './sealed-format.ts'

/**
 * The versions of the file key: the current one encrypts new files (null: they are stored plain), every listed one
 * decrypts.
 */
export interface FileKeys {
  maker: number | null
  /** 32 bytes; null for an unknown version. */
  keyOf(version: number): Buffer | null
}

/** The key version of a stored file, for the command that re-encrypts everything. */
export interface ResealableStore extends FileStore {
  /** Returns the key version of a stored file; null: it is stored plain, or does not exist. */
  versionOf(path: string): Promise<number | null>
}

/**
 * A store that encrypts its files at rest (decision 0112). Plain files stay readable. Sizes and ranges refer to the
 * plain bytes; a listing has the stored sizes. The stream of a file that was changed, truncated or swapped with another
 * fails with BrokenSeal.
 */
export function sealedFileStore(inner: FileStore, keys: FileKeys): ResealableStore {
  const copies = new SealedCopies()

  function fileKeyOf(header: SealedHeader, path: string): Buffer {
    const key = keys.keyOf(header.version)
    if (key === null) throw new Error(`version ${header.version} of the key "files" is not here`)
    return openHeader(header, key, path)
  }

  /** Returns the header of a file. Null: it is plain. Undefined: nothing is stored. */
  async function headerOf(path: string): Promise<SealedHeader | null | undefined> {
    const stream = await inner.open(path, { first: 0, last: HEADER_BYTES - 1 })
    return stream === null ? undefined : headerIn(await bytesOf(stream), path)
  }

  /**
   * The plain size of an encrypted file; null when it is gone. Read it after the header: a file that was encrypted then
   * still is, whatever happened in between.
   */
  async function sealedSizeOf(path: string): Promise<number | null> {
    const stored = await inner.stat(path)
    if (stored === null) return null
    const plain = plainSize(stored.size)
    if (plain === null) throw new BrokenSeal(path)
    return plain.size
  }

  async function sizeOf(path: string): Promise<number | null> {
    const header = await headerOf(path)
    if (header === undefined) return null
    if (header !== null) return sealedSizeOf(path)
    const stored = await inner.stat(path)
    // If it was encrypted between the two reads, this may be its stored size.
    return (await headerOf(path)) === null ? (stored?.size ?? null) : sizeOf(path)
  }

  async function openSpan(path: string, span: ByteSpan): Promise<Readable | null> {
    const header = await headerOf(path)
    if (header === undefined) return null
    if (header === null) {
      const stream = await inner.open(path, span)
      // If it was encrypted between the two reads, these bytes are not the requested range.
      if (stream === null || (await headerOf(path)) === null) return stream
      stream.destroy()
      return openSpan(path, span)
    }
    const size = await sealedSizeOf(path)
    if (size === null) return null
    const fileKey = fileKeyOf(header, path)
    const last = lastChunk(size)
    const end = Math.min(span.last, size - 1)
    const from = Math.floor(span.first / CHUNK_BYTES)
    const to = Math.min(last, Math.floor(end / CHUNK_BYTES))
    const stream = await inner.open(path, {
      first: HEADER_BYTES + from * SEALED_CHUNK_BYTES,
      last: HEADER_BYTES + (to + 1) * SEALED_CHUNK_BYTES - 1,
    })
    if (stream === null) return null
    const chunks = openedChunks(stream, { fileKey, path, from, to, isLast: to === last })
    const bytes = cut(chunks, span.first - from * CHUNK_BYTES, end - span.first + 1)
    return streamOf(
      orReopened(bytes, async () => {
        const now = await headerOf(path)
        return now?.bytes.equals(header.bytes) === false ? openSpan(path, span) : null
      }),
      stream,
    )
  }

  async function openWhole(path: string): Promise<Readable | null> {
    const stream = await inner.open(path)
    if (stream === null) return null
    const beginning = await readAtLeast(stream, HEADER_BYTES)
    const header = orDestroy(stream, () => headerIn(beginning, path))
    if (header === null) return streamOf(followed(beginning, stream), stream)
    const fileKey = orDestroy(stream, () => fileKeyOf(header, path))
    const rest = followed(beginning.subarray(HEADER_BYTES), stream)
    const whole = { fileKey, path, from: 0, to: null, isLast: true }
    return streamOf(openedChunks(rest, whole), stream)
  }

  return {
    async put(fromPath, path) {
      const { maker } = keys
      if (maker === null) return inner.put(fromPath, path)
      const key = keys.keyOf(maker)
      if (key === null) throw new Error(`version ${maker} of the key "files" is not here`)
      const { at, fileKey } = await copies.of(fromPath)
      try {
        await writeHeaderOf(at, writeHeader(maker, key, path, fileKey))
        await inner.put(at, path)
      } finally {
        await rm(at, { force: true })
      }
    },
    draft: (fromPath, size) =>
      keys.maker === null ? Promise.resolve(null) : copies.draft(fromPath, size),
    dropDraft: (fromPath) => copies.dropDraft(fromPath),
    open: (path, span) => (span === undefined ? openWhole(path) : openSpan(path, span)),
    remove: (path) => inner.remove(path),
    async stat(path) {
      const size = await sizeOf(path)
      return size === null ? null : { size }
    },
    list: (folder) => inner.list(folder),
    close() {
      copies.close()
      inner.close()
    },
    versionOf: async (path) => (await headerOf(path))?.version ?? null,
  }
}

/** Writes the header of a copy into the room left for it. */
async function writeHeaderOf(at: string, header: Buffer): Promise<void> {
  const file = await open(at, 'r+')
  try {
    const { bytesWritten } = await file.write(header, 0, header.length, 0)
    if (bytesWritten < header.length) throw new Error('a header was written in part')
  } finally {
    await file.close()
  }
}

interface Opening {
  fileKey: Buffer
  path: string
  /** The number of the stream's first chunk. */
  from: number
  /** The number of the stream's last chunk; null: until the stream ends. */
  to: number | null
  /** Whether the stream's last chunk is the file's last. */
  isLast: boolean
}

/** Decrypts the chunks of a stream. Throws BrokenSeal before yielding any byte of a broken chunk. */
async function* openedChunks(
  stream: AsyncIterable<Buffer>,
  { fileKey, path, from, to, isLast }: Opening,
): AsyncGenerator<Buffer> {
  let number = from
  const opened = (sealed: Buffer, isEnd: boolean): Buffer => {
    const plain = openChunk(fileKey, sealed, number, isEnd && isLast)
    if (plain === null) throw new BrokenSeal(path)
    number += 1
    return plain
  }
  let waiting: Buffer = Buffer.alloc(0)
  for await (const bytes of stream) {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    // Hold back one chunk: it may be the last.
    while (waiting.length > SEALED_CHUNK_BYTES) {
      yield opened(waiting.subarray(0, SEALED_CHUNK_BYTES), false)
      waiting = waiting.subarray(SEALED_CHUNK_BYTES)
    }
  }
  yield opened(waiting, true)
  if (to !== null && number !== to + 1) throw new BrokenSeal(path)
}

/**
 * The bytes of an encrypted range, whose header was read before. If the file was encrypted again in between, the first
 * chunk does not belong to that header, and `reopen` returns the range anew; null: the same file is stored, and broken.
 */
async function* orReopened(
  bytes: AsyncIterable<Buffer>,
  reopen: () => Promise<Readable | null>,
): AsyncGenerator<Buffer> {
  let hasBegun = false
  try {
    for await (const part of bytes) {
      hasBegun = true
      yield part
    }
  } catch (error) {
    const again = error instanceof BrokenSeal && !hasBegun ? await reopen() : null
    if (again === null) throw error
    yield* again as AsyncIterable<Buffer>
  }
}

/** Runs `work`, and destroys the stream if it throws. */
function orDestroy<Result>(stream: Readable, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** A stream derived from `source`. Closing it destroys the source, even if it was never read. */
function streamOf(bytes: AsyncIterable<Buffer>, source: Readable): Readable {
  const stream = Readable.from(bytes, { objectMode: false })
  stream.once('close', () => source.destroy())
  return stream
}

/** `length` bytes of a stream after the first `skip`. */
async function* cut(stream: AsyncIterable<Buffer>, skip: number, length: number) {
  let [toSkip, left] = [skip, length]
  for await (const bytes of stream) {
    const part = bytes.subarray(toSkip, toSkip + left)
    toSkip = Math.max(0, toSkip - bytes.length)
    left -= part.length
    if (part.length > 0) yield part
  }
}

/** Reads until at least `length` bytes have arrived, or the stream ends. */
async function readAtLeast(stream: Readable, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let have = 0
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    parts.push(part as Buffer)
    have += (part as Buffer).length
    if (have >= length) break
  }
  return Buffer.concat(parts)
}

async function* followed(beginning: Buffer, stream: Readable): AsyncGenerator<Buffer> {
  if (beginning.length > 0) yield beginning
  if (!stream.readableEnded) yield* stream as AsyncIterable<Buffer>
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[])
}
