/**
 * The categories people choose by: each kind of mail can be switched off separately. The page always shows all of them.
 */
export const NOTIFICATION_KINDS = [
  'applications',
  'invitations',
  'deliverables',
  'payments',
  'documents',
  'reviews',
  'reminders',
  'messages',
  'searches',
  'reports',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Mailed only to people who opt in, because another kind reports the same events. */
export const MAILED_ON_REQUEST: readonly NotificationKind[] = ['documents']

/** Whom a notice addresses: each side of a deal gets its own text. */
export const AUDIENCES = ['seller', 'creator'] as const
export type Audience = (typeof AUDIENCES)[number]

export const NOTIFICATION_LIMITS = {
  /** Notifications per page of the list. Our choice. */
  page: 20,
  /** Maximum characters of an address that a page may report. */
  path: 200,
} as const

/** A page counts as viewed for this long after its last report, in ms; it reports more often than that. */
export const PRESENCE = { countsMs: 60_000, everyMs: 30_000 } as const

/** A message left unread for this long, in ms, is mailed. */
export const DIGEST_AFTER_MS = 10 * 60_000

/** The path of a mail's unsubscribe link; `?token=` names the reader and the kind. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

export const notificationRoutes = {
  'notifications.list': 'GET /api/notifications',
  'notifications.unread': 'GET /api/notifications/unread',
  'notifications.read': 'POST /api/notifications/:id/read',
  'notifications.read_all': 'POST /api/notifications/read-all',
  'notifications.seen': 'POST /api/notifications/seen',
  'notifications.preferences': 'GET /api/notifications/preferences',
  'notifications.prefer': 'POST /api/notifications/preferences',
} as const
