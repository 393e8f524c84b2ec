import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KmsKey } from './kms-keys.ts'

/** The fields of a request to Transit, all in base64 except the ciphertext. */
interface TransitInput {
  plaintext?: string
  ciphertext?: string
  associated_data?: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with the newest version: `vault:v`, the version, a colon, and nonce, text and tag in base64. */
export function encrypt(
  { versions }: KmsKey,
  { plaintext, associated_data: associated = '' }: TransitInput,
): { ciphertext: string; key_version: number } | { problem: string } {
  if (plaintext === undefined) return { problem: 'missing plaintext to encrypt' }
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', bytes(versions.at(-1) ?? ''), nonce)
  cipher.setAAD(bytes(associated))
  const box = [nonce, cipher.update(bytes(plaintext)), cipher.final(), cipher.getAuthTag()]
  return {
    ciphertext: `vault:v${versions.length}:${Buffer.concat(box).toString('base64')}`,
    key_version: versions.length,
  }
}

/** Decrypts with the version that the ciphertext names. */
export function decrypt(
  { versions, minDecryptionVersion }: KmsKey,
  { ciphertext = '', associated_data: associated = '' }: TransitInput,
): { plaintext: string } | { problem: string } {
  const [, number = '0', text = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? []
  const key = versions[Number(number) - 1]
  if (key === undefined) return { problem: 'invalid ciphertext: no prefix' }
  if (Number(number) < minDecryptionVersion)
    return { problem: 'ciphertext or signature version is disallowed by policy (too old)' }
  const box = bytes(text)
  try {
    const decipher = createDecipheriv('aes-256-gcm', bytes(key), box.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(bytes(associated))
    decipher.setAuthTag(box.subarray(-TAG_BYTES))
    const plain = [decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return { plaintext: Buffer.concat(plain).toString('base64') }
  } catch {
    return { problem: 'cipher: message authentication failed' }
  }
}

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')
