import { createCipheriv, createDecipheriv } from 'node:crypto'

/** ChaCha20-Poly1305 (RFC 8439), by Node. Each key here seals each nonce once. */

const CIPHER = 'chacha20-poly1305'
const NONCE_BYTES = 12
/** The bytes that sealing adds to a text. */
export const TAG_BYTES = 16

/**
 * Returns a text and its tag. The nonce is a number below 2^48 and, in its last byte, whether this is the last piece.
 */
export function sealBox(key: Buffer, count: number, text: Buffer, isLast = false): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce(count, isLast), { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Returns the text again. Throws when a bit of it differs, or the key, or the position. */
export function openBox(key: Buffer, count: number, sealed: Buffer, isLast = false): Buffer {
  if (sealed.length < TAG_BYTES) throw new Error('there is no tag')
  const cipher = createDecipheriv(CIPHER, key, nonce(count, isLast), { authTagLength: TAG_BYTES })
  cipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()])
}

function nonce(count: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(NONCE_BYTES)
  bytes.writeUIntBE(count, NONCE_BYTES - 7, 6)
  bytes[NONCE_BYTES - 1] = isLast ? 1 : 0
  return bytes
}
