import type { Keyring } from '#server/keyring/keyring.ts'

/**
 * The contents of the page cookie: version (1 byte) ‖ session id (16) ‖ user id (16) ‖ end in seconds since 1970 (4) ‖
 * MAC (16), base64url. None of it is stored. It has the form of neither an access token nor a refresh token, and its
 * own key, so it is accepted nowhere else (decision 0104).
 */
export interface PageClaims {
  sessionId: string
  userId: string
}

const PURPOSE = 'page cookie'
const VERSION = 1
const SIGNED_BYTES = 37
const MAC_BYTES = 16
/** Base64url of 53 bytes. */
const FORM = /^[\w-]{71}$/

/** Returns the token for a session, valid until `endsAt` (seconds since 1970). */
export function writePageToken(
  keyring: Keyring,
  { sessionId, userId }: PageClaims,
  endsAt: number,
): string {
  const signed = Buffer.alloc(SIGNED_BYTES)
  signed.writeUInt8(VERSION, 0)
  signed.write(sessionId.replaceAll('-', ''), 1, 'hex')
  signed.write(userId.replaceAll('-', ''), 17, 'hex')
  signed.writeUInt32BE(endsAt, 33)
  return Buffer.concat([signed, macOf(keyring, signed)]).toString('base64url')
}

/**
 * Returns the session and person of a token; null if it is not ours or has expired. It does not say whether the session
 * is still valid.
 */
export function readPageToken(keyring: Keyring, token: string, now: Date): PageClaims | null {
  if (!FORM.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  // The last bits have several spellings in base64url; only ours is valid.
  if (bytes.toString('base64url') !== token) return null
  const signed = bytes.subarray(0, SIGNED_BYTES)
  if (!keyring.isMacOf(bytes.subarray(SIGNED_BYTES), PURPOSE, signed)) return null
  if (signed[0] !== VERSION || signed.readUInt32BE(33) * 1_000 <= now.getTime()) return null
  return { sessionId: uuidAt(signed, 1), userId: uuidAt(signed, 17) }
}

function macOf(keyring: Keyring, signed: Buffer): Buffer {
  return keyring.mac(PURPOSE, signed).subarray(0, MAC_BYTES)
}

const uuidAt = (bytes: Buffer, from: number): string =>
  bytes
    .subarray(from, from + 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
