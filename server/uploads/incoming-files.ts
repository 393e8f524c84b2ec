import { FileStore as TusFiles } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isId } from './file-address.ts'
import { GatheringWriter } from './gathering-writer.ts'
import { timeOf } from './timed-id.ts'
import { assertRoom, asStorageRefusal, isStorageFull } from './storage-room.ts'

/** What the files of one upload are called after its id: bytes, description, picture being written. */
const PARTS = ['', '.json', '.picture'] as const

/** What is needed of the configuration. */
export interface IncomingOptions {
  dataDir: string
  /** Bytes that must stay free on its disk. */
  storageReserve: number
}

/**
 * Uploads on their way, in a folder of this machine (shared by its processes): `<id>` the bytes so far,
 * `<id>.json` what they are for, `<id>.picture` a picture being written. A full disk refuses with upload.storage_full and keeps
 * what arrived, so that the upload goes on once there is room.
 */
export class IncomingFiles extends TusFiles {
  readonly #reserve: number

  constructor({ dataDir, storageReserve }: IncomingOptions) {
    super({ directory: incomingFolder(dataDir) })
    this.#reserve = storageReserve
    // A length has to be named first: it is what the bucket's limit is checked against.
    this.extensions = this.extensions.filter(
      (name) => name !== 'creation-defer-length' && name !== 'expiration',
    )
  }

  /** Where the bytes of an upload are. */
  pathOf(id: string): string {
    return join(this.directory, id)
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      await assertRoom(this.directory, upload.size ?? 0, this.#reserve)
      return await super.create(upload)
    } catch (error) {
      // Half an entry (its bytes' file without its description) would be nobody's.
      await this.forget(upload.id)
      throw asStorageRefusal(error)
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+')
    const writer = new GatheringWriter(file, offset, (bytes) =>
      assertRoom(this.directory, bytes, this.#reserve),
    )
    try {
      return await gather(readable, writer)
    } catch (error) {
      throw asStorageRefusal(error)
    } finally {
      await file.close()
    }
  }

  /** Takes away everything of an upload; one that is not there is fine. */
  async forget(id: string): Promise<void> {
    for (const part of PARTS) await rm(this.pathOf(id) + part, { force: true })
  }

  /** Whether anything of an upload is here. */
  async has(id: string): Promise<boolean> {
    return (await stat(this.pathOf(id)).catch(() => null)) !== null
  }

  /** Ids of uploads that began before a moment, and are not finished. */
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

/** The folder of uploads on their way. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'files', 'incoming')

async function gather(readable: Readable, writer: GatheringWriter): Promise<number> {
  try {
    // Not a pipeline: that would end the source first, and the refusal would drown in "premature close".
    for await (const piece of readable.iterator({ destroyOnReturn: false }))
      await writer.add(piece as Buffer)
  } catch (error) {
    // A connection that broke has brought what it has brought.
    if (!isStorageFull(error)) await writer.end()
    throw error
  }
  return writer.end()
}
