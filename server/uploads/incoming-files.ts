import { FileStore as TusFiles } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Draft, FileStore } from '#server/providers/files/file-store.ts'
import { isId } from './file-address.ts'
import { GatheringWriter } from './gathering-writer.ts'
import type { ArrivedBytes, Incoming } from './incoming.ts'
import { timeOf } from './timed-id.ts'
import { assertRoom, asStorageRefusal, isStorageFull } from './storage-room.ts'
import { UploadDigests } from './upload-digests.ts'

/** The settings that incoming uploads need. */
export interface IncomingOptions {
  dataDir: string
  /** Bytes that must stay free on the folder's disk. */
  storageReserve: number
}

/**
 * Uploads in progress, in a folder of this machine (shared by its processes): `<id>` holds the bytes so far,
 * `<id>.json` what they are for, `<id>.picture` a picture being written, `<id>.<uuid>` a copy being encrypted. A full
 * disk refuses with upload.storage_full and keeps what arrived, so that the upload resumes once there is room.
 */
export class IncomingFiles extends TusFiles implements Incoming {
  readonly #reserve: number
  readonly #digests = new UploadDigests()
  readonly #files: Pick<FileStore, 'draft' | 'dropDraft'>

  /** `files`: where uploads are stored once they have arrived. */
  constructor(
    { dataDir, storageReserve }: IncomingOptions,
    files: Pick<FileStore, 'draft' | 'dropDraft'>,
  ) {
    super({ directory: incomingFolder(dataDir) })
    this.#reserve = storageReserve
    this.#files = files
    // A length is required: it is checked against the bucket's limit.
    this.extensions = this.extensions.filter(
      (name) => name !== 'creation-defer-length' && name !== 'expiration',
    )
  }

  #pathOf(id: string): string {
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
    const file = await open(this.#pathOf(id), 'r+')
    const draft = await this.#draftOf(id, offset)
    const digest = this.#digests.writer(id, offset)
    const writer = new GatheringWriter(
      file,
      offset,
      (bytes) => assertRoom(this.directory, bytes, this.#reserve),
      (bytes) => {
        digest(bytes)
        draft?.add(bytes.length)
      },
    )
    try {
      return await gather(readable, writer)
    } catch (error) {
      throw asStorageRefusal(error)
    } finally {
      await file.close()
      await draft?.end()
    }
  }

  /** Begins a draft of an upload that arrives in one request, as nearly all do; for any other, nothing is gained. */
  async #draftOf(id: string, offset: number): Promise<Draft | null> {
    if (offset > 0 || this.#files.draft === undefined) return null
    const { size } = await this.getUpload(id)
    return (await this.#files.draft(this.#pathOf(id), size ?? 0).catch(() => null)) ?? null
  }

  async arrived(id: string): Promise<ArrivedBytes> {
    const bytesAt = this.#pathOf(id)
    const { size } = await stat(bytesAt)
    return { bytesAt, sha256: await this.#digests.of(id, bytesAt, size) }
  }

  /** A no-op: the bytes are only here. */
  async release(): Promise<void> {}

  async forget(id: string): Promise<void> {
    this.#digests.forget(id)
    await this.#files.dropDraft?.(this.#pathOf(id))
    // Also removes what a killed process left behind.
    for (const name of await readdir(this.directory))
      if (name === id || name.startsWith(`${id}.`))
        await rm(join(this.directory, name), { force: true })
  }

  async has(id: string): Promise<boolean> {
    return (await stat(this.#pathOf(id)).catch(() => null)) !== null
  }

  async *begunBefore(moment: Date): AsyncIterable<string> {
    for await (const id of localIds(this.directory)) if (timeOf(id) < moment) yield id
  }
}

/** The folder of uploads in progress. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'files', 'incoming')

/** Returns the ids of all uploads with a file in a folder, each once. */
export async function* localIds(folder: string): AsyncIterable<string> {
  await mkdir(folder, { recursive: true })
  const seen = new Set<string>()
  for await (const { name } of await opendir(folder)) {
    const id = name.split('.')[0] ?? ''
    if (seen.has(id) || !isId(id)) continue
    seen.add(id)
    yield id
  }
}

async function gather(readable: Readable, writer: GatheringWriter): Promise<number> {
  try {
    // Not a pipeline, because that would end the source first and hide the refusal behind "premature close".
    for await (const piece of readable.iterator({ destroyOnReturn: false }))
      await writer.add(piece as Buffer)
  } catch (error) {
    // On a broken connection, keeps what has arrived.
    if (!isStorageFull(error)) await writer.end()
    throw error
  }
  return writer.end()
}
