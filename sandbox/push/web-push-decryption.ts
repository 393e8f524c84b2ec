import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's side of a subscription (RFC 8291): its key pair and its secret. */
export interface BrowserKeys {
  pair: ECDH
  secret: Buffer
}

/** New keys, as a browser makes them for each subscription. */
export function browserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { pair, secret: randomBytes(16) }
}

const SALT_BYTES = 16
const TAG_BYTES = 16
/** The end of the last record (RFC 8188). */
const LAST_RECORD = 2

/** Decrypts a push of one record with `aes128gcm` (RFC 8188, 8291). Throws for anything else. */
export function decryptPush({ pair, secret }: BrowserKeys, body: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES)
  const idLength = body.readUInt8(SALT_BYTES + 4)
  const senderKey = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength)
  const record = body.subarray(SALT_BYTES + 5 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const shared = pair.computeSecret(senderKey)
  const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32))
  const derived = (label: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${label}\0`), length),
    )
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.lastIndexOf(LAST_RECORD)
  if (end === -1) throw new Error('the push has no last record')
  return padded.subarray(0, end).toString()
}
