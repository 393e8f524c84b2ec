import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * The format of an encrypted file (decision 0112). A header of 72 bytes: magic bytes (8), the key version (4,
 * big-endian), a nonce (12), a tag (16) and the file key (32), encrypted with that version's key and bound to the path.
 * Then the file in chunks of 64 KiB, each followed by its tag, in AES-256-GCM under the file key. A chunk's nonce is
 * its number, and whether it is the last.
 */

/** Plain bytes per chunk. */
export const CHUNK_BYTES = 65_536
/** Bytes of a stored chunk, with its tag. */
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + 16
export const HEADER_BYTES = 72

/** The magic bytes. No file format that we accept begins with them. */
const MARK = Buffer.from('c5e91d5ea1f17e01', 'hex')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** The stored bytes are not the ones that were encrypted. */
export class BrokenSeal extends Error {
  override name = 'BrokenSeal'
  constructor(path: string) {
    super(`${path} was changed, truncated or swapped in the store`)
  }
}

/** What can be read from the header without a key. */
export interface SealedHeader {
  version: number
  bytes: Buffer
}

/** The header at the beginning of stored bytes; null for a plain file. Throws BrokenSeal for a file truncated within its header. */
export function headerIn(bytes: Buffer, path: string): SealedHeader | null {
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return null
  if (bytes.length < HEADER_BYTES) throw new BrokenSeal(path)
  return { version: bytes.readUInt32BE(MARK.length), bytes: bytes.subarray(0, HEADER_BYTES) }
}

/** Generates a random key for one file. */
export const newFileKey = (): Buffer => randomBytes(KEY_BYTES)

/** A header with the file key, encrypted with the key (32 bytes) of a version. */
export function writeHeader(
  version: number,
  key: Uint8Array,
  path: string,
  fileKey: Buffer,
): Buffer {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(version)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(boundTo(path, Buffer.concat([MARK, number])))
  const sealed = Buffer.concat([cipher.update(fileKey), cipher.final()])
  return Buffer.concat([MARK, number, nonce, cipher.getAuthTag(), sealed])
}

/**
 * Returns the file key. Throws BrokenSeal for another version's key, a changed header, and a file moved from another
 * path.
 */
export function openHeader({ bytes }: SealedHeader, key: Uint8Array, path: string): Buffer {
  const at = MARK.length + 4
  const nonce = bytes.subarray(at, at + NONCE_BYTES)
  const tag = bytes.subarray(at + NONCE_BYTES, at + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(path, bytes.subarray(0, at)))
    decipher.setAuthTag(tag)
    return Buffer.concat([
      decipher.update(bytes.subarray(at + NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ])
  } catch {
    throw new BrokenSeal(path)
  }
}

/** The associated data of a file key: magic bytes, version and path. */
const boundTo = (path: string, beginning: Buffer): Buffer =>
  Buffer.concat([beginning, Buffer.from(path)])

/** Decrypts one chunk; returns null if it is not that chunk of that file, or was changed. */
export function openChunk(
  fileKey: Uint8Array,
  sealed: Buffer,
  number: number,
  isLast: boolean,
): Buffer | null {
  const end = sealed.length - TAG_BYTES
  // Only the single chunk of an empty file may be empty.
  if (end < 0 || (end === 0 && number > 0)) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', fileKey, chunkNonce(number, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    return null
  }
}

/**
 * Returns the plain size for a stored size, and the number of the last chunk. Null: no encrypted file has this size.
 */
export function plainSize(storedBytes: number): { size: number; last: number } | null {
  const body = storedBytes - HEADER_BYTES
  const chunks = Math.ceil(body / SEALED_CHUNK_BYTES)
  const size = body - chunks * TAG_BYTES
  const isWhole = body >= TAG_BYTES && size - (chunks - 1) * CHUNK_BYTES >= (chunks === 1 ? 0 : 1)
  return isWhole ? { size, last: chunks - 1 } : null
}

/** The stored size for a plain size. */
export const sealedSize = (size: number): number =>
  HEADER_BYTES + size + (lastChunk(size) + 1) * TAG_BYTES

/** The number of the last chunk of a file of this many bytes. */
export const lastChunk = (size: number): number => Math.max(0, Math.ceil(size / CHUNK_BYTES) - 1)

/** Unique under a file key, which encrypts each chunk once. */
export function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
