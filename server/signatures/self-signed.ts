import { BitString, Integer, Utf8String } from 'asn1js'
import { Buffer } from 'node:buffer'
import { randomBytes, webcrypto } from 'node:crypto'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
} from 'pkijs'

/** RSA with PKCS #1 v1.5 gives the same signature for the same bytes; an elliptic curve would not. */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3_072,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
const YEARS = 10

const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** The first two bits: digitalSignature and nonRepudiation. */
const SIGNS_DOCUMENTS = new Uint8Array([0xc0])

/** A certificate (DER) and its private key (PKCS #8, DER). */
export interface SigningPair {
  certificate: Buffer
  privateKey: Buffer
}

/** Makes a key and a self-signed certificate for it, valid for ten years from `now`. `issuer` is the name that PDF readers show. */
export async function selfSigned(issuer: string, now: Date): Promise<SigningPair> {
  const engine = new CryptoEngine({ name: 'node', crypto: webcrypto })
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(RSA, true, [
    'sign',
    'verify',
  ])
  const certificate = new Certificate()
  certificate.version = 2
  const serial = randomBytes(16)
  // Positive and of full length.
  serial[0] = (serial.readUInt8(0) & 0x3f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: issuer }) }),
    )
  certificate.notBefore.value = now
  certificate.notAfter.value = new Date(
    Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth(), now.getUTCDate()),
  )
  const constraints = new BasicConstraints({ cA: false })
  const usage = new BitString({ valueHex: SIGNS_DOCUMENTS.buffer, unusedBits: 6 })
  certificate.extensions = [
    critical(BASIC_CONSTRAINTS, constraints.toSchema().toBER()),
    critical(KEY_USAGE, usage.toBER()),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey, engine)
  await certificate.sign(privateKey, RSA.hash, engine)
  return {
    certificate: Buffer.from(certificate.toSchema(true).toBER()),
    privateKey: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)),
  }
}

const critical = (extnID: string, extnValue: ArrayBuffer): Extension =>
  new Extension({ extnID, critical: true, extnValue })
