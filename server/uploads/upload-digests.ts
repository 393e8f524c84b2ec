import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The most unfinished uploads whose digest is kept in memory; the file of any other is read again at its end. */
const KEPT = 1_000

interface Begun {
  hash: Hash
  /** The number of bytes it has seen, from the first on. */
  upTo: number
}

/** Returns the SHA-256 of a file on this machine, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * SHA-256 of uploads, computed as their bytes are written. An upload that continued in another process, or was resumed
 * after a restart, is read once more when it has arrived.
 */
export class UploadDigests {
  readonly #begun = new Map<string, Begun>()

  /** Returns a function to call with every byte that is written from an offset on. */
  writer(id: string, offset: number): (bytes: Buffer) => void {
    const begun = offset === 0 ? this.#begin(id) : this.#begun.get(id)
    if (begun === undefined || begun.upTo !== offset) {
      this.#begun.delete(id)
      return () => {}
    }
    return (bytes) => {
      begun.hash.update(bytes)
      begun.upTo += bytes.length
    }
  }

  #begin(id: string): Begun {
    const begun = { hash: createHash('sha256'), upTo: 0 }
    const [oldest] = this.#begun.keys()
    if (oldest !== undefined && this.#begun.size >= KEPT) this.#begun.delete(oldest)
    this.#begun.set(id, begun)
    return begun
  }

  /** Returns the digest, in hex, of a complete upload whose bytes are at a path. May be called repeatedly. */
  async of(id: string, path: string, size: number): Promise<string> {
    const begun = this.#begun.get(id)
    if (begun?.upTo === size) return begun.hash.copy().digest('hex')
    return sha256Of(path)
  }

  forget(id: string): void {
    this.#begun.delete(id)
  }
}
