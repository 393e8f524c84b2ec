import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  contextText,
  inWords,
  type KeyContext,
  KeyServiceFailure,
  type KeyService,
} from './key-service.ts'

/**
 * A secret as a key file stores it where a key service is configured (decision 0113). The service wraps a key that
 * belongs to the entry alone (32 bytes); that key seals the secret here, with AES-256-GCM and the context
 * authenticated. So the service never sees the secret, and an entry under another name or version does not decrypt,
 * whatever the service checks.
 */
export interface WrappedSecret {
  /** The entry's own key, as the service wrapped it. */
  wrapped: string
  /** Nonce (12 bytes), tag (16) and the sealed secret, in base64. */
  sealed: string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Wraps a secret, and unwraps it once as a check: a secret that could not be unwrapped later is not written. */
export async function wrapSecret(
  service: KeyService,
  context: KeyContext,
  secret: string,
): Promise<WrappedSecret> {
  const key = randomBytes(KEY_BYTES)
  try {
    const entry = { wrapped: await service.wrap(key, context), sealed: seal(key, context, secret) }
    await openSecret(service, context, entry)
    return entry
  } finally {
    key.fill(0)
  }
}

/**
 * Returns the secret of an entry. Throws KeyServiceFailure if the service does not unwrap it, or unwraps a different
 * one.
 */
export async function openSecret(
  service: KeyService,
  context: KeyContext,
  { wrapped, sealed }: WrappedSecret,
): Promise<string> {
  const key = await service.unwrap(wrapped, context)
  try {
    return open(key, context, Buffer.from(sealed, 'base64'))
  } catch {
    throw new KeyServiceFailure(
      `The KMS answered with a key that does not open ${inWords(context)}: the entry was changed or stood under another name or version, or the answer is another key's.`,
    )
  } finally {
    key.fill(0)
  }
}

function seal(key: Uint8Array, context: KeyContext, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(contextText(context)))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

function open(key: Uint8Array, context: KeyContext, box: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(contextText(context)))
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
