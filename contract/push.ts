import type { ErrorEntry } from './error-entry.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notifications.ts'

/** Kinds that are only mailed: a document, and the daily results of a saved search, are not worth an interruption. */
const NEVER_PUSHED: readonly NotificationKind[] = ['documents', 'searches']

/** Kinds that can be pushed to a browser, in the order of the settings. */
export const PUSHED_KINDS: readonly NotificationKind[] = NOTIFICATION_KINDS.filter(
  (kind) => !NEVER_PUSHED.includes(kind),
)

/** Our choice, except the lengths of the keys (RFC 8291: a point on P-256 and 16 bytes, base64url). */
export const PUSH_LIMITS = {
  /** Browsers per person; a further one replaces the oldest. */
  browsers: 10,
  /** Characters of an endpoint; those of the large push services have 150 to 500. */
  endpoint: 1_000,
  p256dh: 87,
  auth: 22,
} as const

/**
 * How long a push waits for a browser that is switched off, and how long it is retried, in seconds after the notice.
 */
export const PUSH_TTL_SECONDS = 24 * 3_600

/** The payload of a push, as JSON: encrypted for the browser, so that the push service cannot read it (RFC 8291). */
export interface PushContent {
  /** A later push with the same tag replaces the first. */
  tag: string
  /** The subject of the mail about the same event. */
  title: string
  kind: NotificationKind
  /** A path of the web app. */
  path: string
}

export const pushErrors = {
  'push.off': {
    status: 409,
    message: 'Notifications on devices are not available here.',
  },
  'push.endpoint_refused': {
    status: 422,
    message: 'This browser’s push service cannot be used.',
  },
  'push.not_yours': {
    status: 409,
    message: 'This browser is registered for another account. Sign out there first.',
  },
} as const satisfies Record<string, ErrorEntry>
