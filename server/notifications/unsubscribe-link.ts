import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  UNSUBSCRIBE_PATH,
} from '#contract/notifications.ts'
import type { Config } from '#server/config/config.ts'

type Secret = Pick<Config, 'fileLinkSecret'>

/** Whose mails of which kind a link switches off. */
export interface Unsubscription {
  userId: string
  kind: NotificationKind
}

/**
 * The address that switches one kind of mail off for one person, without signing in. It does not expire: the mail may
 * be opened years later, and all the link can do is stop mails.
 */
export function unsubscribeUrl(
  config: Secret & Pick<Config, 'publicUrl'>,
  { userId, kind }: Unsubscription,
): string {
  const token = `${userId}.${kind}.${signature(config, userId, kind)}`
  return `${config.publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`
}

/** The token's content; null unless we signed it. */
export function readUnsubscribeToken(config: Secret, token: unknown): Unsubscription | null {
  if (typeof token !== 'string') return null
  const [userId = '', kindText = '', given = ''] = token.split('.')
  const kind = NOTIFICATION_KINDS.find((one) => one === kindText)
  if (kind === undefined || !/^[0-9a-f-]{36}$/.test(userId)) return null
  const expected = Buffer.from(signature(config, userId, kind))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return { userId, kind }
}

/** The same secret signs file links; the words before the colon keep the two apart. */
function signature({ fileLinkSecret }: Secret, userId: string, kind: string): string {
  return createHmac('sha256', fileLinkSecret)
    .update(`unsubscribe:${userId}:${kind}`)
    .digest('base64url')
}
