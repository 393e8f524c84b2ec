import { closeSync, openSync, readSync, writevSync } from 'node:fs'
import { ChunkSealer } from './chunk-sealer.ts'
import { HEADER_BYTES } from './sealed-format.ts'

/** A file to encrypt into another one, which must not exist yet. */
export interface SealingOrder {
  from: string
  to: string
  /** The file's size in bytes when it is complete. */
  size: number
  fileKey: Uint8Array
}

/** Bytes per turn: other files have their turn after it. */
const SLICE_BYTES = 1024 * 1024

/** One read buffer for all files: each slice is encrypted before the next is read. */
const slice = Buffer.allocUnsafeSlow(SLICE_BYTES)

/** Encrypts one file, leaving room for its header. Synchronous, because it runs in a thread of its own. */
export class SealingWork {
  readonly #sealer: ChunkSealer
  readonly #from: number
  readonly #to: number
  #read = 0
  #written = HEADER_BYTES

  constructor({ from, to, size, fileKey }: SealingOrder) {
    this.#sealer = new ChunkSealer(fileKey, size)
    this.#from = openSync(from, 'r')
    try {
      this.#to = openSync(to, 'wx', 0o600)
    } catch (error) {
      closeSync(this.#from)
      throw error
    }
  }

  get isWhole(): boolean {
    return this.#sealer.isWhole
  }

  /** Encrypts the next slice of the first `upTo` bytes, which have arrived. Returns whether more of them remain. */
  goOn(upTo: number): boolean {
    const length = Math.min(SLICE_BYTES, upTo - this.#read)
    if (length < 0 || this.isWhole) return false
    const bytes = length === 0 ? 0 : readSync(this.#from, slice, 0, length, this.#read)
    if (bytes < length && bytes === 0)
      throw new Error('a file became shorter while it was encrypted')
    this.#read += bytes
    this.#write(this.#sealer.add(slice.subarray(0, bytes)))
    return this.#read < upTo
  }

  /** A write may be short. Writing the rest then succeeds, or throws the actual error. */
  #write(parts: readonly Buffer[]): void {
    let left = parts
    while (left.length > 0) {
      const written = writevSync(this.#to, left, this.#written)
      this.#written += written
      left = rest(left, written)
    }
  }

  close(): void {
    closeSync(this.#from)
    closeSync(this.#to)
  }
}

function rest(parts: readonly Buffer[], written: number): readonly Buffer[] {
  let bytes = 0
  for (const part of parts) bytes += part.length
  return bytes === written ? [] : [Buffer.concat(parts).subarray(written)]
}
