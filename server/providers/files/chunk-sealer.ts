import { type CipherGCM, createCipheriv } from 'node:crypto'
import { CHUNK_BYTES, chunkNonce, lastChunk } from './sealed-format.ts'

/** Encrypts the bytes of one file as they arrive, in pieces of any size. The file's size is known in advance: the last chunk is marked as the last. */
export class ChunkSealer {
  readonly #fileKey: Uint8Array
  readonly #last: number
  #cipher: CipherGCM | null = null
  #number = 0
  #left: number
  #room = CHUNK_BYTES

  /** `fileKey` (32 bytes) encrypts this one file, once. */
  constructor(fileKey: Uint8Array, size: number) {
    this.#fileKey = fileKey
    this.#left = size
    this.#last = lastChunk(size)
  }

  /** Whether the last chunk is encrypted. */
  get isWhole(): boolean {
    return this.#number > this.#last
  }

  /** Returns the next bytes as they are stored, in order. Throws RangeError for more bytes than the file has. */
  add(bytes: Uint8Array): Buffer[] {
    if (bytes.length > this.#left) throw new RangeError('a file has more bytes than it had')
    const parts: Buffer[] = []
    for (let at = 0; !this.isWhole;) {
      const part = bytes.subarray(at, at + this.#room)
      this.#cipher ??= this.#nextCipher()
      if (part.length > 0) parts.push(this.#cipher.update(part))
      at += part.length
      this.#room -= part.length
      this.#left -= part.length
      if (this.#room > 0 && this.#left > 0) break
      this.#cipher.final()
      parts.push(this.#cipher.getAuthTag())
      this.#cipher = null
      this.#room = CHUNK_BYTES
      this.#number += 1
      if (at === bytes.length) break
    }
    return parts
  }

  #nextCipher(): CipherGCM {
    const nonce = chunkNonce(this.#number, this.#number === this.#last)
    return createCipheriv('aes-256-gcm', this.#fileKey, nonce)
  }
}
