import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { bech32, fromBech32 } from './bech32.ts'

/** The keys of age (c2sp.org/age): X25519 pairs. The public half seals, the private one opens. */

/** The public half, 32 bytes. */
export type Recipient = Buffer

/** The private half. */
export interface Identity {
  key: KeyObject
  recipient: Recipient
}

const RECIPIENT = 'age'
const IDENTITY = 'age-secret-key-'
const KEY_BYTES = 32

/** The bytes before the 32 bytes of a key in its DER forms (RFC 8410). */
const DER = {
  public: Buffer.from('302a300506032b656e032100', 'hex'),
  private: Buffer.from('302e020100300506032b656e04220420', 'hex'),
} as const

const publicKey = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([DER.public, bytes]), format: 'der', type: 'spki' })

const bytesOf = (key: KeyObject, form: keyof typeof DER): Buffer =>
  (form === 'public'
    ? createPublicKey(key).export({ format: 'der', type: 'spki' })
    : key.export({ format: 'der', type: 'pkcs8' })
  ).subarray(-KEY_BYTES)

/** A new pair. */
export function makeIdentity(): Identity {
  const { privateKey: key } = generateKeyPairSync('x25519')
  return { key, recipient: bytesOf(key, 'public') }
}

/** "age1…" */
export const recipientText = (recipient: Recipient): string => bech32(RECIPIENT, recipient)

/** "AGE-SECRET-KEY-1…" */
export const identityText = ({ key }: Identity): string =>
  bech32(IDENTITY, bytesOf(key, 'private')).toUpperCase()

/** Reads "age1…"; null when it is mistyped or something else. */
export function readRecipient(text: string): Recipient | null {
  const bytes = fromBech32(RECIPIENT, text)
  return bytes?.length === KEY_BYTES ? bytes : null
}

/** Returns the private keys in the text of a key file, as age-keygen writes it: one per line, comments after "#". */
export function readIdentities(text: string): Identity[] {
  return text
    .split(/\r?\n/)
    .map((line) => fromBech32(IDENTITY, line.trim()))
    .filter((bytes): bytes is Buffer => bytes?.length === KEY_BYTES)
    .map((bytes) => {
      const key = createPrivateKey({
        key: Buffer.concat([DER.private, bytes]),
        format: 'der',
        type: 'pkcs8',
      })
      return { key, recipient: bytesOf(key, 'public') }
    })
}

/**
 * Returns the secret shared by the owner of `key` and the owner of a public key. Throws for a point that would reveal
 * it.
 */
export const sharedSecret = (key: KeyObject, other: Buffer): Buffer =>
  diffieHellman({ privateKey: key, publicKey: publicKey(other) })
