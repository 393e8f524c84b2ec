import { FileStore as TusFiles } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isId } from './file-address.ts'
import { GatheringWriter } from './gathering-writer.ts'
import { timeOf } from './timed-id.ts'
import { assertRoom, asStorageRefusal, isStorageFull } from './storage-room.ts'
import { UploadDigests } from './upload-digests.ts'

/** File name suffixes of one upload: bytes, description, picture being written. */
const PARTS = ['', '.json', '.picture'] as const

/** What is needed of the configuration. */
export interface IncomingOptions {
  dataDir: string
  /** Bytes that must stay free on its disk. */
  storageReserve: number
}

/**
 * Uploads in progress, in a folder of this machine (shared by its processes): `<id>` the bytes so far, `<id>.json` what
 * they are for, `<id>.picture` a picture being written. A full disk refuses with upload.storage_full and keeps what
 * arrived, so that the upload resumes once there is room.
 */
export class IncomingFiles extends TusFiles {
  readonly #reserve: number
  readonly #digests = new UploadDigests()

  constructor({ dataDir, storageReserve }: IncomingOptions) {
    super({ directory: incomingFolder(dataDir) })
    this.#reserve = storageReserve
    // A length is required: it is checked against the bucket's limit.
    this.extensions = this.extensions.filter(
      (name) => name !== 'creation-defer-length' && name !== 'expiration',
    )
  }

  /** Where an upload's bytes are. */
  pathOf(id: string): string {
    return join(this.directory, id)
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      await assertRoom(this.directory, upload.size ?? 0, this.#reserve)
      return await super.create(upload)
    } catch (error) {
      // Half an entry (bytes without their description) would belong to no one.
      await this.forget(upload.id)
      throw asStorageRefusal(error)
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+')
    const writer = new GatheringWriter(
      file,
      offset,
      (bytes) => assertRoom(this.directory, bytes, this.#reserve),
      this.#digests.writer(id, offset),
    )
    try {
      return await gather(readable, writer)
    } catch (error) {
      throw asStorageRefusal(error)
    } finally {
      await file.close()
    }
  }

  /** SHA-256 of an upload whose bytes have all arrived, in hex. */
  async digest(id: string): Promise<string> {
    const { size } = await stat(this.pathOf(id))
    return this.#digests.of(id, this.pathOf(id), size)
  }

  /** Deletes everything of an upload; idempotent. */
  async forget(id: string): Promise<void> {
    this.#digests.forget(id)
    for (const part of PARTS) await rm(this.pathOf(id) + part, { force: true })
  }

  /** Whether anything of an upload is here. */
  async has(id: string): Promise<boolean> {
    return (await stat(this.pathOf(id)).catch(() => null)) !== null
  }

  /** Ids of unfinished uploads that began before a moment. */
  async *begunBefore(moment: Date): AsyncIterable<string> {
    await mkdir(this.directory, { recursive: true })
    const seen = new Set<string>()
    for await (const { name } of await opendir(this.directory)) {
      const id = name.split('.')[0] ?? ''
      if (seen.has(id) || !isId(id)) continue
      seen.add(id)
      if (timeOf(id) < moment) yield id
    }
  }
}

/** The folder of uploads in progress. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'files', 'incoming')

async function gather(readable: Readable, writer: GatheringWriter): Promise<number> {
  try {
    // Not a pipeline: that would end the source first, and hide the refusal behind "premature close".
    for await (const piece of readable.iterator({ destroyOnReturn: false }))
      await writer.add(piece as Buffer)
  } catch (error) {
    // A broken connection keeps what it has delivered.
    if (!isStorageFull(error)) await writer.end()
    throw error
  }
  return writer.end()
}
