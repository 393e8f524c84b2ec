import { createHash, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '#server/keyring/keyring.ts'

/**
 * A refresh token is computed: 0 ‖ session id ‖ counter (varint) ‖ MAC/128 ‖ checksum (4 bytes), base64url. No token is
 * stored; the session's counter says how old a token is.
 */
export interface RefreshClaim {
  sessionId: string
  counter: number
  /** The signed part and its MAC, to be checked with the session's key. */
  signed: Buffer
  mac: Buffer
}

const VERSION = 0
const MAC_BYTES = 16
const CHECKSUM_BYTES = 4
/** 1 + 16 + at most 8 (2^53 needs 8 groups of 7 bits) + 16 + 4. */
const MAX_BYTES = 45
const MIN_BYTES = 38

/** Returns the token for a session's counter, with the key version of the session's current token. */
export function writeRefreshToken(
  keys: Keyring,
  session: { id: string; refresh_key: Uint8Array; refresh_version: number },
  counter: number,
): string {
  const signed = Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(session.id.replaceAll('-', ''), 'hex'),
    varint(counter),
  ])
  const mac = macBy(keys, session.refresh_version, session.refresh_key, signed)
  // Happens only if a version became current before every process listed it.
  if (mac === null) throw new Error(`the key has no version ${session.refresh_version}`)
  const body = Buffer.concat([signed, mac])
  return Buffer.concat([body, checksum(body)]).toString('base64url')
}

/** Parses a token without trusting it; null when it cannot be ours. */
export function readRefreshToken(token: string): RefreshClaim | null {
  if (!/^[\w-]{48,64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES || bytes[0] !== VERSION) return null
  // base64url has several spellings of the same last bits; only ours is valid.
  if (bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, bytes.length - CHECKSUM_BYTES)
  if (!timingSafeEqual(checksum(body), bytes.subarray(bytes.length - CHECKSUM_BYTES))) return null
  const signed = body.subarray(0, body.length - MAC_BYTES)
  const counter = readVarint(signed.subarray(17))
  if (counter === null) return null
  const hex = signed.subarray(1, 17).toString('hex')
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter, signed, mac: body.subarray(body.length - MAC_BYTES) }
}

/** Returns whether the token was made with this session's key, with any version of the server key. */
export function isGenuine(keys: Keyring, refreshKey: Uint8Array, claim: RefreshClaim): boolean {
  return keys.versions.some((version) => {
    const mac = macBy(keys, version, refreshKey, claim.signed)
    return mac !== null && timingSafeEqual(mac, claim.mac)
  })
}

function macBy(
  keys: Keyring,
  version: number,
  refreshKey: Uint8Array,
  signed: Buffer,
): Buffer | null {
  return keys.macBy(version, 'refresh', refreshKey, signed)?.subarray(0, MAC_BYTES) ?? null
}

/** Only distinguishes typing and copying mistakes from forgeries; it proves nothing. */
function checksum(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, CHECKSUM_BYTES)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low + 128 : low)
  } while (rest > 0)
  return Buffer.from(bytes)
}

function readVarint(bytes: Buffer): number | null {
  let value = 0
  for (const [index, byte] of bytes.entries()) {
    value += (byte % 128) * 128 ** index
    const last = index === bytes.length - 1
    if (byte >= 128 === last) return null
  }
  return bytes.length === 0 || !Number.isSafeInteger(value) ? null : value
}
