import { createECDH } from 'node:crypto'
import { z } from 'zod'

/**
 * What web push needs (RFC 8292): the key pair by which push services know the installation, and a contact they can
 * write to.
 */
export interface PushConfig {
  /** A point on P-256, uncompressed, and its secret: base64url. */
  publicKey: string
  privateKey: string
  /** A mailto: address. */
  subject: string
  /** The origin of the sandbox's push service, which is neither https nor public; null in production. */
  sandboxOrigin: string | null
}

const PRIVATE_KEY_BYTES = 32

/** The variables of web push. */
export const pushEnvironment = {
  VAPID_PRIVATE_KEY: z
    .string()
    .refine((text) => publicKeyOf(text) !== null, 'is a private key on P-256: 32 bytes, base64url')
    .optional()
    .describe(
      'The private key of web push (VAPID, RFC 8292): `npx web-push generate-vapid-keys` prints one. Without it the settings do not offer notifications on devices. Another key ends every subscription made with this one. `npm start` generates one and stores it in DATA_DIR.',
    ),
}

/** Returns web push as configured; null: it is off. */
export function pushConfig(
  e: { VAPID_PRIVATE_KEY?: string | undefined },
  { supportEmail, sandboxOrigin }: { supportEmail: string; sandboxOrigin: string | null },
): PushConfig | null {
  const privateKey = e.VAPID_PRIVATE_KEY
  const publicKey = privateKey === undefined ? null : publicKeyOf(privateKey)
  if (privateKey === undefined || publicKey === null) return null
  return { publicKey, privateKey, subject: `mailto:${supportEmail}`, sandboxOrigin }
}

/** Returns the public half of a private key, base64url; null if it is not a private key. */
function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== PRIVATE_KEY_BYTES || bytes.toString('base64url') !== privateKey) return null
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return pair.getPublicKey('base64url')
  } catch {
    // Zero, or larger than the order of the curve.
    return null
  }
}
