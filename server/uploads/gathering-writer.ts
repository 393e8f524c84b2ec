import type { FileHandle } from 'node:fs/promises'

/** Pieces come in some 64 KiB; one write for several of them costs a fraction of one for each. */
const BATCH_BYTES = 512 * 1024
/** Bytes between two looks at the disk. */
const LOOK_EVERY = 4 * 1024 * 1024

/** Writes pieces to a file one after the other, several at a time, while the next ones are on their way. */
export class GatheringWriter {
  readonly #file: FileHandle
  readonly #assertRoom: (bytes: number) => Promise<void>
  #position: number
  #batch: Buffer[] = []
  #gathered = 0
  #unseen = LOOK_EVERY
  #writing: Promise<void> = Promise.resolve()

  /** `assertRoom` throws when so many bytes must not be written any more. */
  constructor(file: FileHandle, position: number, assertRoom: (bytes: number) => Promise<void>) {
    this.#file = file
    this.#position = position
    this.#assertRoom = assertRoom
  }

  /** Takes a piece; waits while the one before last is still being written. Throws what an earlier write threw. */
  async add(piece: Buffer): Promise<void> {
    this.#batch.push(piece)
    this.#gathered += piece.length
    if (this.#gathered >= BATCH_BYTES) await this.#next()
  }

  /** Writes what is left; answers where the file ends now. */
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
    // Whoever adds next hears of a failure; nobody may be there when it happens.
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
    // The system may take less than it was given: a disk that is nearly full.
    if (bytesWritten < bytes) await this.#write([rest(batch, bytesWritten)], bytes - bytesWritten)
  }
}

function rest(batch: readonly Buffer[], written: number): Buffer {
  return Buffer.concat(batch).subarray(written)
}
