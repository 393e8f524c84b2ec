import { z } from 'zod'
import { timestamp } from './field-schemas.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_LIMITS as limits } from './notifications.ts'

/** A notification's number: later ones are larger. */
const number = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const numberText = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const notification = z.object({
  id: number,
  kind: z.enum(NOTIFICATION_KINDS),
  /** The state of the money it is about, at the time of the event; null for anything else. */
  money: z.enum(PAYMENT_STATUSES).nullable(),
  /** What happened, in the reader's words. */
  sentence: z.string(),
  /** The page where the reader can act on it: a path of the web app. */
  path: z.string(),
  created_at: timestamp,
  read_at: timestamp.nullable(),
})

/** Whether mails of a kind are wanted, and pushes to the browsers that subscribed to them. */
export const notificationPreference = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  email: z.boolean(),
  push: z.boolean(),
})

/** A path of the web app, without query: the page a person is looking at. */
const page = z
  .string()
  .max(limits.path, `Please use at most ${limits.path} characters.`)
  .regex(/^\/(?![/\\])[\w./~%-]*$/)

export const notificationSchemas = {
  /** Newest first; `before` is the number of the last one already loaded. `next` is null on the last page. */
  'notifications.list': {
    query: z.object({ before: numberText.optional() }),
    answer: z.object({ items: z.array(notification), next: z.number().nullable() }),
  },
  'notifications.unread': { answer: z.object({ unread: z.number() }) },
  /** Marks one as read; idempotent. */
  'notifications.read': {
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,15}$/) }),
    answer: notification,
  },
  /**
   * Marks everything up to and including `up_to` as read: notifications that arrived after the list was shown stay
   * unread.
   */
  'notifications.read_all': {
    body: z.strictObject({ up_to: number }),
    answer: z.object({ read: z.number() }),
  },
  /**
   * Reports which page the reader is looking at; `arrived` when it was just opened, which marks notifications that lead
   * there as read.
   */
  'notifications.seen': {
    body: z.strictObject({ path: page, arrived: z.boolean().default(false) }),
    answer: z.object({ read: z.number() }),
  },
  /** Every kind, in the order of the contract. */
  'notifications.preferences': { answer: z.array(notificationPreference) },
  /** Omitted fields stay unchanged. */
  'notifications.prefer': {
    body: z.strictObject({
      kind: z.enum(NOTIFICATION_KINDS),
      email: z.boolean().optional(),
      push: z.boolean().optional(),
    }),
    answer: z.array(notificationPreference),
  },
} as const

export type Notification = z.infer<typeof notification>
export type NotificationPreference = z.infer<typeof notificationPreference>
/** A change of the preferences. */
export type NotificationChoice = z.infer<
  (typeof notificationSchemas)['notifications.prefer']['body']
>
