import type { FileHandle } from 'node:fs/promises'

/** Chunks arrive in about 64 KiB; one write for several costs a fraction of one write each. */
const BATCH_BYTES = 512 * 1024
/** Bytes between two checks of the disk. */
const LOOK_EVERY = 4 * 1024 * 1024

/** Appends chunks to a file, batching several per write while the next ones arrive. */
export class GatheringWriter {
  readonly #file: FileHandle
  readonly #assertRoom: (bytes: number) => Promise<void>
  readonly #written: (bytes: Buffer) => void
  #position: number
  #batch: Buffer[] = []
  #gathered = 0
  #unseen = LOOK_EVERY
  #writing: Promise<void> = Promise.resolve()

  /**
   * `assertRoom` throws when this many more bytes must not be written; `written` is called with all bytes that were, in
   * order.
   */
  constructor(
    file: FileHandle,
    position: number,
    assertRoom: (bytes: number) => Promise<void>,
    written: (bytes: Buffer) => void,
  ) {
    this.#file = file
    this.#position = position
    this.#assertRoom = assertRoom
    this.#written = written
  }

  /** Accepts a chunk; waits while the last but one write is still running. Throws an earlier write's error. */
  async add(piece: Buffer): Promise<void> {
    this.#batch.push(piece)
    this.#gathered += piece.length
    if (this.#gathered >= BATCH_BYTES) await this.#next()
  }

  /** Flushes the buffer; returns the file's length. */
  async end(): Promise<number> {
    await this.#next()
    await this.#writing
    return this.#position
  }

  async #next(): Promise<void> {
    await this.#writing
    const [batch, bytes] = [this.#batch, this.#gathered]
    this.#batch = []
    this.#gathered = 0
    if (bytes === 0) return
    this.#writing = this.#write(batch, bytes)
    // The next caller receives the failure, because no one may be awaiting it when it happens.
    this.#writing.catch(() => {})
  }

  async #write(batch: Buffer[], bytes: number): Promise<void> {
    this.#unseen += bytes
    if (this.#unseen >= LOOK_EVERY) {
      this.#unseen = 0
      await this.#assertRoom(bytes)
    }
    const { bytesWritten } = await this.#file.writev(batch, this.#position)
    this.#position += bytesWritten
    this.#report(batch, bytesWritten)
    // The system may write less than requested, for example on a nearly full disk.
    if (bytesWritten < bytes) await this.#write([rest(batch, bytesWritten)], bytes - bytesWritten)
  }

  #report(batch: readonly Buffer[], bytes: number): void {
    let left = bytes
    for (const piece of batch) {
      if (left > 0) this.#written(piece.subarray(0, left))
      left -= piece.length
    }
  }
}

function rest(batch: readonly Buffer[], written: number): Buffer {
  return Buffer.concat(batch).subarray(written)
}
