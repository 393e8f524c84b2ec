import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'

/** An archive that is being written. Each call resolves once the archive's reader has read its entry. */
export interface OpenZip {
  /** Whether its reader has gone: then no more files need to be opened. */
  readonly gone: boolean
  add(name: string, bytes: Buffer): void
  /**
   * Adds a file that does not compress: a picture or a video. Takes ownership of the stream. Rejects when the stream
   * breaks off.
   */
  addStream(name: string, bytes: Readable, about?: { size: number; mtime: Date }): Promise<void>
}

/**
 * Returns a ZIP that is generated as it is read, with one file open at a time. A failure aborts the stream, so that a
 * broken archive is never mistaken for a whole one; when the reader goes away, whatever is open is closed.
 */
export function zipStream(fill: (zip: OpenZip) => Promise<void>): Readable {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  let current: Readable | null = null
  output.on('close', () => current?.destroy())
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)

  const open: OpenZip = {
    get gone() {
      return output.destroyed
    },
    add: (name, bytes) => zip.addBuffer(bytes, name),
    async addStream(name, bytes, about) {
      if (output.destroyed) return void bytes.destroy()
      current = bytes
      // Awaited before the first byte is requested: it also rejects with the error of a stream that breaks off.
      const over = once(bytes, 'close')
      zip.addReadStream(bytes, name, { compress: false, ...about })
      await over
      current = null
    },
  }
  fill(open).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return output
}
