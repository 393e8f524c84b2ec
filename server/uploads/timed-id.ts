import { randomBytes } from 'node:crypto'

/**
 * Returns a UUID of version 7 (RFC 9562): 48 bits of the time in ms, then 74 random ones. As a stored file's name it is
 * a timestamp plus a random string (SPEC §3), and it stays the same when finishing an upload is retried.
 */
export function timedId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the time in a `timedId`. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}
