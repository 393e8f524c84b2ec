import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  UNSUBSCRIBE_PATH,
} from '#contract/notifications.ts'
import type { Config } from '#server/config/config.ts'

type Keys = Pick<Config, 'keys'>

/** The person and the kind of mail that a link switches off. */
export interface Unsubscription {
  userId: string
  kind: NotificationKind
}

/**
 * The address that switches one kind of mail off for one person, without signing in. It does not expire: the mail may
 * be opened years later, and all the link can do is stop mails.
 */
export function unsubscribeUrl(
  config: Keys & Pick<Config, 'publicUrl'>,
  { userId, kind }: Unsubscription,
): string {
  const signature = config.keys.sign('unsubscribe', signedText(userId, kind))
  const token = `${userId}.${kind}.${signature}`
  return `${config.publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`
}

/** The token's content; null unless we signed it. */
export function readUnsubscribeToken(config: Keys, token: unknown): Unsubscription | null {
  if (typeof token !== 'string') return null
  // A signature may contain a dot, after its key version.
  const [userId = '', kindText = '', ...signature] = token.split('.')
  const kind = NOTIFICATION_KINDS.find((one) => one === kindText)
  if (kind === undefined || !/^[0-9a-f-]{36}$/.test(userId)) return null
  const isOurs = config.keys.isSignatureOf(
    'unsubscribe',
    signedText(userId, kind),
    signature.join('.'),
  )
  return isOurs ? { userId, kind } : null
}

const signedText = (userId: string, kind: string): string => `unsubscribe:${userId}:${kind}`
