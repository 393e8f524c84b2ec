import { DataStore, ERRORS, Upload } from '@tus/server'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { isId } from './file-address.ts'
import { GatheringWriter } from './gathering-writer.ts'
import type { ArrivedBytes, Incoming } from './incoming.ts'
import { incomingFolder, type IncomingOptions, localIds } from './incoming-files.ts'
import { assertRoom, asStorageRefusal } from './storage-room.ts'
import {
  arrivedBytes,
  continuous,
  descriptionPath,
  piecePath,
  piecesOf,
  removePieces,
  unfinishedIds,
} from './stored-pieces.ts'
import { timeOf } from './timed-id.ts'

/** Bytes per piece: the most that is lost when a process dies. */
const PIECE_BYTES = 5 * 1024 * 1024

/**
 * Uploads in progress in the bucket, so that any process can continue what another began (decision 0074): `upload.json`
 * says what they are for, and pieces are named by their offset and size. A piece waits on this machine's disk until it
 * is complete or the connection ends; at the end all of them are put together there.
 */
export class IncomingPieces extends DataStore implements Incoming {
  readonly #files: FileStore
  readonly #folder: string
  readonly #reserve: number
  readonly #pieceBytes: number

  constructor(
    files: FileStore,
    { dataDir, storageReserve }: IncomingOptions,
    pieceBytes = PIECE_BYTES,
  ) {
    super()
    this.#files = files
    this.#folder = incomingFolder(dataDir)
    this.#reserve = storageReserve
    this.#pieceBytes = pieceBytes
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata, creation_date } = upload
    try {
      await assertRoom(await this.#made(), size ?? 0, this.#reserve)
      const from = join(this.#folder, `${id}.${randomUUID()}`)
      await writeFile(from, JSON.stringify({ size, metadata, creation_date }))
      await this.#files.put(from, descriptionPath(id))
      return upload
    } catch (error) {
      throw asStorageRefusal(error)
    } finally {
      await this.release(id)
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const stream = await this.#files.open(descriptionPath(id))
    if (stream === null) throw ERRORS.FILE_NOT_FOUND
    const text = Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8')
    const described = JSON.parse(text) as ConstructorParameters<typeof Upload>[0]
    const offset = arrivedBytes(await piecesOf(this.#files, id))
    return new Upload({ ...described, id, offset })
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    let end = offset
    const bytes = readable.iterator({ destroyOnReturn: false })
    try {
      for (;;) {
        const { size, isLast } = await this.#writePiece(bytes, id, end)
        end += size
        if (isLast) return end
      }
    } catch (error) {
      throw asStorageRefusal(error)
    }
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.has(id))) throw ERRORS.FILE_NOT_FOUND
    await this.forget(id)
  }

  async arrived(id: string): Promise<ArrivedBytes> {
    const bytesAt = join(await this.#made(), id)
    const hash = createHash('sha256')
    const file = await open(bytesAt, 'w')
    const written = (bytes: Buffer) => void hash.update(bytes)
    const room = (bytes: number) => assertRoom(this.#folder, bytes, this.#reserve)
    const writer = new GatheringWriter(file, 0, room, written)
    try {
      for (const { piece, skip } of continuous(await piecesOf(this.#files, id))) {
        const span = { first: skip, last: piece.size - 1 }
        const stream = await this.#files.open(piece.path, span)
        if (stream === null) throw new Error('a piece of an upload is gone')
        for await (const bytes of stream) await writer.add(bytes as Buffer)
      }
      await writer.end()
    } finally {
      await file.close()
    }
    return { bytesAt, sha256: hash.digest('hex') }
  }

  async has(id: string): Promise<boolean> {
    return (await this.#files.stat(descriptionPath(id))) !== null
  }

  async forget(id: string): Promise<void> {
    await this.release(id)
    await removePieces(this.#files, id)
  }

  async release(id: string): Promise<void> {
    for await (const { name } of await opendir(await this.#made()))
      if (name.startsWith(id)) await rm(join(this.#folder, name), { force: true })
  }

  async *begunBefore(moment: Date): AsyncIterable<string> {
    const seen = new Set<string>()
    // The local folder has uploads that were put together and abandoned, or kept by a release that kept all of them
    // here.
    for (const source of [unfinishedIds(this.#files), localIds(this.#folder)]) {
      for await (const id of source) {
        if (!isId(id) || seen.has(id) || timeOf(id) >= moment) continue
        seen.add(id)
        yield id
      }
    }
  }

  /** Stores the next piece: everything that arrives until the piece is full or the connection ends or breaks. */
  async #writePiece(bytes: AsyncIterator<unknown>, id: string, offset: number) {
    const path = join(await this.#made(), `${id}.${randomUUID()}`)
    const file = await open(path, 'w')
    const room = (count: number) => assertRoom(this.#folder, count, this.#reserve)
    const writer = new GatheringWriter(file, 0, room, () => {})
    let size = 0
    let broken: { error: unknown } | null = null
    let isLast = false
    try {
      while (size < this.#pieceBytes && !isLast) {
        try {
          const next = await bytes.next()
          isLast = next.done === true
          if (next.done === true) break
          const chunk = next.value as Buffer
          size += chunk.length
          await writer.add(chunk)
        } catch (error) {
          broken = { error }
          break
        }
      }
      await writer.end()
      if (size > 0) await this.#files.put(path, piecePath(id, offset, size))
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    if (broken !== null) throw broken.error
    return { size, isLast }
  }

  async #made(): Promise<string> {
    await mkdir(this.#folder, { recursive: true })
    return this.#folder
  }
}
