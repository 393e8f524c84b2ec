import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'

/** Reads signatures of PDF documents with node-forge, which shares no code with the library that signs them. */

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'

/** What forge reads from a signed message. Its types omit it. */
interface Message {
  certificates: forge.pki.Certificate[]
  rawCapture: {
    authenticatedAttributes: forge.asn1.Asn1[]
    certificates: forge.asn1.Asn1
    signature: string
  }
}

/** What a signed PDF says about its signature. Offsets are in bytes. */
export interface ReadSignature {
  /** The parts of the file that are signed: offset and length, twice. */
  range: readonly [number, number, number, number]
  /** Common name of the signer's certificate. */
  signer: string
  /** SHA-256 of the signer's certificate in hex. */
  fingerprint: string
}

/**
 * Verifies the signature of a whole PDF with the certificate inside it; null for a file that was changed or is not
 * signed.
 */
export function verifiedSignature(pdf: Buffer): ReadSignature | null {
  try {
    return read(pdf)
  } catch {
    // Forge throws on anything that is not ASN.1 or not valid padding.
    return null
  }
}

function read(pdf: Buffer): ReadSignature | null {
  const text = pdf.toString('latin1')
  const found = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text)
  if (found === null) return null
  const [from = 0, first = 0, then = 0, last = 0] = found.slice(1).map(Number)
  // All of the file except the signature itself.
  if (from !== 0 || then + last !== pdf.length || first >= then) return null
  const hex = /^<([0-9A-Fa-f]+)>$/.exec(text.slice(first, then))?.[1]
  if (hex === undefined) return null
  const signed = Buffer.concat([pdf.subarray(0, first), pdf.subarray(then)])
  const room = Buffer.from(hex, 'hex')
  // A sequence with two bytes of length; the rest of the reserved space is zeros.
  const length = 4 + room.readUInt16BE(2)
  if (room.subarray(length).some((byte) => byte !== 0)) return null
  const der = forge.util.createBuffer(room.subarray(0, length).toString('latin1'))
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der)) as unknown as Message
  const [certificate] = message.certificates
  if (certificate === undefined) return null
  const { authenticatedAttributes: attributes, signature, certificates } = message.rawCapture
  if (digestIn(attributes) !== createHash('sha256').update(signed).digest('hex')) return null
  // Signed as a set, although they are stored under another tag.
  const { Class, Type } = forge.asn1
  const set = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, attributes)
  const hash = forge.md.sha256.create().update(forge.asn1.toDer(set).getBytes())
  const key = certificate.publicKey as forge.pki.rsa.PublicKey
  if (!key.verify(hash.digest().getBytes(), signature)) return null
  const [own] = certificates.value as forge.asn1.Asn1[]
  if (own === undefined) return null
  const bytes = forge.asn1.toDer(own).getBytes()
  return {
    range: [from, first, then, last],
    signer: forge.util.decodeUtf8(String(certificate.subject.getField('CN').value)),
    fingerprint: createHash('sha256').update(bytes, 'latin1').digest('hex'),
  }
}

function digestIn(attributes: readonly forge.asn1.Asn1[]): string | null {
  for (const attribute of attributes) {
    const [type, values] = attribute.value as forge.asn1.Asn1[]
    if (type === undefined || values === undefined) continue
    if (forge.asn1.derToOid(bytesOf(type)) !== MESSAGE_DIGEST) continue
    const [digest] = values.value as forge.asn1.Asn1[]
    return digest === undefined ? null : Buffer.from(bytesOf(digest), 'latin1').toString('hex')
  }
  return null
}

/** The bytes of a value that has no parts. */
const bytesOf = ({ value }: forge.asn1.Asn1): string => (typeof value === 'string' ? value : '')

/** What Poppler's `pdfsig` says about a file; null where it is not installed. */
export function pdfsigSays(pdf: Buffer): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'signed-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, pdf)
    const { stdout, error } = spawnSync('pdfsig', [file], { encoding: 'utf8' })
    return error === undefined ? stdout : null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
