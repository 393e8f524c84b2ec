import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * The format of an encrypted text (decision 0111): a marker (4 bytes), the version (4 bytes, big-endian), a nonce (12),
 * a tag (16) and the text in AES-256-GCM, with marker and version as associated data. Version 1 predates versions and
 * keeps its format: it begins with the nonce.
 */

/** The version of a box without one. */
export const UNMARKED_VERSION = 1

/** The marker: a box of version 1 begins with it only if its random nonce does. */
export const BOX_MARK = Buffer.from('c5e91db2', 'hex')

const HEADER_BYTES = BOX_MARK.length + 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with the key (32 bytes) of a version. */
export function sealBox(version: number, key: Uint8Array, plain: string): Buffer {
  const header = headerOf(version)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(header)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), text])
}

/** The text, or null if another key encrypted it or any byte was changed. */
export function openBox(
  key: Uint8Array,
  box: Uint8Array,
  { isUnmarked = versionOfBox(box) === UNMARKED_VERSION } = {},
): string | null {
  const bytes = Buffer.from(box)
  const header = isUnmarked ? Buffer.alloc(0) : bytes.subarray(0, HEADER_BYTES)
  const sealed = bytes.subarray(header.length)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(header)
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The version in a box. */
export function versionOfBox(box: Uint8Array): number {
  const bytes = Buffer.from(box)
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, BOX_MARK.length).equals(BOX_MARK))
    return UNMARKED_VERSION
  return bytes.readUInt32BE(BOX_MARK.length)
}

function headerOf(version: number): Buffer {
  if (version === UNMARKED_VERSION) return Buffer.alloc(0)
  const number = Buffer.alloc(4)
  number.writeUInt32BE(version)
  return Buffer.concat([BOX_MARK, number])
}
