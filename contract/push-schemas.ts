import { z } from 'zod'
import { PUSH_LIMITS as limits } from './push.ts'

const NOT_A_KEY = 'This is not a key of a push subscription.'

/** A key of a subscription: base64url of a fixed length. */
const key = (length: number) =>
  z
    .string()
    .max(length, `Please use at most ${length} characters.`)
    .regex(new RegExp(`^[\\w-]{${length}}$`), NOT_A_KEY)

/** Whether this session's browser is registered. */
const subscribed = z.object({ subscribed: z.boolean() })

export const pushSchemas = {
  /** The server's public key, base64url, for the browser's subscription; null where web push is switched off. */
  'push.state': { answer: subscribed.extend({ server_key: z.string().nullable() }) },
  /** Registers the browser of this session, replacing the one it had before; idempotent. */
  'push.subscribe': {
    body: z.strictObject({
      endpoint: z
        .string()
        .min(1)
        .max(limits.endpoint, `Please use at most ${limits.endpoint} characters.`),
      p256dh: key(limits.p256dh),
      auth: key(limits.auth),
    }),
    answer: subscribed,
  },
  /** Removes the browser of this session; idempotent. */
  'push.unsubscribe': { answer: subscribed },
} as const
