import { randomBytes } from 'node:crypto'
import { openBox, sealBox, TAG_BYTES } from './box.ts'
import { Damaged, derive, MAX_HEADER, readHeader, writeHeader } from './header.ts'
import type { Identity, Recipient } from './keys.ts'

/**
 * Files in the format of age (c2sp.org/age, version 1), piece by piece: the owner of a key opens them here or with the
 * program of that name. Each piece is authenticated together with its position and whether it is the last, so that
 * nothing can be changed, moved or cut off unnoticed. The author of a file is not known: anyone can seal for a
 * recipient.
 */

const PIECE = 65_536
const NONCE_BYTES = 16

const payloadKey = (fileKey: Buffer, nonce: Buffer): Buffer => derive(fileKey, nonce, 'payload')

/** Seals its input for some recipients. */
export const sealFor = (recipients: readonly Recipient[]) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { header, fileKey } = writeHeader(recipients)
    const nonce = randomBytes(NONCE_BYTES)
    const key = payloadKey(fileKey, nonce)
    yield Buffer.concat([header, nonce])
    let count = 0
    let held: Buffer = Buffer.alloc(0)
    for await (const chunk of source) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      // A full piece may still be the last one.
      for (; held.length > PIECE; held = held.subarray(PIECE))
        yield sealBox(key, count++, held.subarray(0, PIECE))
    }
    yield sealBox(key, count, held, true)
  }

/**
 * Opens a sealed file with one of some keys. Throws WrongKey before any output, and Damaged; output before that must
 * not be used.
 */
export const openWith = (identities: readonly Identity[]) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let key: Buffer | null = null
    let count = 0
    let held: Buffer = Buffer.alloc(0)
    for await (const chunk of source) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      if (key === null) {
        const end = headerEnd(held)
        if (end === null || held.length < end + NONCE_BYTES) continue
        const fileKey = readHeader(held.toString('latin1', 0, end), identities)
        key = payloadKey(fileKey, held.subarray(end, end + NONCE_BYTES))
        held = held.subarray(end + NONCE_BYTES)
      }
      for (; held.length > PIECE + TAG_BYTES; held = held.subarray(PIECE + TAG_BYTES))
        yield piece(key, count++, held.subarray(0, PIECE + TAG_BYTES), false)
    }
    if (key === null) throw new Damaged('it ends before its header does')
    const last = piece(key, count, held, true)
    if (last.length === 0 && count > 0) throw new Damaged('it ends with an empty piece')
    yield last
  }

function piece(key: Buffer, count: number, sealed: Buffer, isLast: boolean): Buffer {
  try {
    return openBox(key, count, sealed, isLast)
  } catch {
    throw new Damaged(isLast ? 'it was changed or ends too early' : 'it was changed')
  }
}

/** Returns where the header ends; null while it is incomplete. Throws Damaged when there can be none. */
function headerEnd(held: Buffer): number | null {
  const at = held.indexOf('\n--- ')
  const end = at === -1 ? -1 : held.indexOf('\n', at + 1)
  if (end !== -1 && end < MAX_HEADER) return end + 1
  if (end >= MAX_HEADER || held.length > MAX_HEADER)
    throw new Damaged('it does not begin as an age file')
  return null
}
