import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Keys that are not in the database: a stolen backup alone can neither sign tokens, nor continue sessions, nor guess
 * mailed codes.
 */
export interface AuthSecrets {
  /** HMAC-SHA256 of the parts under a separate key for each purpose; 32 bytes. */
  mac(purpose: string, ...parts: readonly (string | Uint8Array)[]): Buffer
  /** Encrypts for storage (AES-256-GCM). */
  seal(plain: string): Buffer
  /** Decrypts what `seal` encrypted; null when it was sealed with another secret or tampered with. */
  open(box: Uint8Array): string | null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives everything from the process's one secret. Changing that secret ends every session. */
export function createAuthSecrets(secret: string): AuthSecrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    let key = keys.get(purpose)
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', secret, '', `cartwright auth ${purpose}`, 32))
      keys.set(purpose, key)
    }
    return key
  }
  return {
    mac(purpose, ...parts) {
      const hmac = createHmac('sha256', keyFor(purpose))
      // Lengths keep ('ab', 'c') and ('a', 'bc') apart.
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
      return hmac.digest()
    },
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), nonce)
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(box) {
      const bytes = Buffer.from(box)
      try {
        const decipher = createDecipheriv(
          'aes-256-gcm',
          keyFor('seal'),
          bytes.subarray(0, NONCE_BYTES),
        )
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
