import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { openBox, sealBox } from './box.ts'
import { type Identity, makeIdentity, type Recipient, sharedSecret } from './keys.ts'

/** The header of an age file (c2sp.org/age): the file's own key, wrapped for each recipient, and a checksum over it. */

/** Thrown when a file was changed, cut off, or is not an age file. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Thrown when none of the available keys opens a file. */
export class WrongKey extends Error {
  override name = 'WrongKey'
}

const VERSION = 'age-encryption.org/v1'
const INFO = { wrap: 'age-encryption.org/v1/X25519', mac: 'header' } as const
const FILE_KEY_BYTES = 16
/** Lines of a stanza's body have this length; a shorter one is the last. */
const BODY_LINE = 64
/** A header for many recipients; ours have one or two. */
export const MAX_HEADER = 8_192

/** HKDF with SHA-256, 32 bytes. */
export const derive = (secret: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Throws Damaged unless these bytes are written in their one canonical form. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (base64(bytes) !== text) throw new Damaged('the header is not well formed')
  return bytes
}

const macOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), INFO.mac))
    .update(header)
    .digest()

/** Creates a header for these recipients, with a new file key. */
export function writeHeader(recipients: readonly Recipient[]): { header: Buffer; fileKey: Buffer } {
  const fileKey = randomBytes(FILE_KEY_BYTES)
  const stanzas = recipients.map((recipient) => {
    const once = makeIdentity()
    const body = sealBox(wrapKey(once.key, recipient, once.recipient, recipient), 0, fileKey)
    return `-> X25519 ${base64(once.recipient)}\n${base64(body)}\n`
  })
  const text = `${VERSION}\n${stanzas.join('')}---`
  return { header: Buffer.from(`${text} ${base64(macOf(fileKey, text))}\n`), fileKey }
}

const wrapKey = (
  ours: Identity['key'],
  theirs: Buffer,
  once: Recipient,
  recipient: Recipient,
): Buffer => derive(sharedSecret(ours, theirs), Buffer.concat([once, recipient]), INFO.wrap)

/** Returns the file key in a header, for the holder of one of its keys. Throws WrongKey and Damaged. */
export function readHeader(header: string, identities: readonly Identity[]): Buffer {
  const found = /^(?<covered>[^]*\n---) (?<mac>[^\n]*)\n$/.exec(header)?.groups
  const { covered = '', mac = '' } = found ?? {}
  const lines = covered.split('\n')
  if (lines.shift() !== VERSION || lines.pop() !== '---')
    throw new Damaged('it does not begin as an age file')
  for (const { share, body } of stanzasOf(lines))
    for (const { key, recipient } of identities) {
      const fileKey = unwrap(key, share, recipient, body)
      if (fileKey === null) continue
      const expected = macOf(fileKey, covered)
      const given = fromBase64(mac)
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Damaged('its header was changed')
      return fileKey
    }
  throw new WrongKey('none of the keys opens it')
}

function unwrap(
  key: Identity['key'],
  share: Buffer,
  recipient: Buffer,
  body: Buffer,
): Buffer | null {
  try {
    return openBox(wrapKey(key, share, share, recipient), 0, body)
  } catch {
    return null
  }
}

/** Returns the stanzas for X25519 keys and ignores those of other kinds. */
function stanzasOf(lines: string[]): { share: Buffer; body: Buffer }[] {
  const stanzas: { share: Buffer; body: Buffer }[] = []
  while (lines.length > 0) {
    const [arrow, kind, ...args] = (lines.shift() ?? '').split(' ')
    if (arrow !== '->' || kind === undefined) throw new Damaged('the header is not well formed')
    let text = ''
    for (;;) {
      const line = lines.shift()
      if (line === undefined || line.length > BODY_LINE)
        throw new Damaged('the header is not well formed')
      text += line
      if (line.length < BODY_LINE) break
    }
    if (kind !== 'X25519') continue
    const [share, body] = [fromBase64(args[0] ?? ''), fromBase64(text)]
    if (args.length !== 1 || share.length !== 32 || body.length !== FILE_KEY_BYTES + 16)
      throw new Damaged('the header is not well formed')
    stanzas.push({ share, body })
  }
  return stanzas
}
