import { ACCOUNT_DELETED } from './conversation-words.ts'
import type { ErrorEntry } from './error-entry.ts'

/**
 * Maximum characters of a message, and maximum number of files attached to it. The page size is our choice, and so is
 * how much of the last message a conversation list contains: more than a line, but not fifty whole messages.
 */
export const MESSAGE_LIMITS = { content: 4_000, files: 5, page: 50, beginning: 200 } as const

/** From this length on the composer shows the remaining characters. Our choice. */
export const MESSAGE_COUNTER_FROM = 3_600

/** SPEC §9: the socket's heartbeat and its timeout, in ms. */
export const REALTIME = { heartbeatMs: 25_000, timeoutMs: 10_000 } as const

export const conversationRoutes = {
  'conversations.list': 'GET /api/conversations',
  'conversations.open': 'POST /api/conversations',
  'conversations.get': 'GET /api/conversations/:id',
  'conversations.with_creator': 'GET /api/creators/:id/conversation',
  'conversations.events': 'GET /api/conversations/:id/events',
  'messages.list': 'GET /api/conversations/:id/messages',
  'messages.files': 'GET /api/conversations/:id/files',
  'messages.send': 'POST /api/conversations/:id/messages',
  'messages.read': 'POST /api/conversations/:id/read',
} as const

/**
 * Events the socket sends. `message:*`, `changed` and `resync` go to everything a person has open; `typing` and
 * `presence` only to pages that show the conversation, `review:at` to pages that show the version. `message:update`
 * carries the newest message that was read: everything its sender wrote before it in that conversation is read too.
 * `resync` means that events may have been missed. Every event may arrive twice or not at all: sequence numbers (`seq`)
 * reveal this, and reading from a cursor repairs it.
 */
export const SOCKET_EVENTS = {
  insert: 'message:insert',
  update: 'message:update',
  changed: 'changed',
  typing: 'typing',
  presence: 'presence',
  watching: 'review:at',
  resync: 'resync',
} as const

/**
 * A typing person's browser reports it at most this often, and they count as typing for this long after, in ms; never
 * stored.
 */
export const TYPING = { everyMs: 3_000, lastsMs: 6_000 } as const

/**
 * The texts for a deal's events in the thread. Money first, then the work, then the project; the same for both sides.
 */
export const THREAD_EVENTS = [
  'order_placed',
  'order_accepted',
  'order_declined',
  'order_cancelled',
  'order_lapsed',
  'order_unfunded',
  'offer_made',
  'offer_accepted',
  'offer_declined',
  'offer_withdrawn',
  'offer_expired',
  'offer_overtaken',
  'amendment_proposed',
  'amendment_accepted',
  'amendment_declined',
  'amendment_withdrawn',
  'amendment_expired',
  'amendment_agreed',
  'amendment_paid',
  'amendment_lapsed',
  'amendment_called_off',
  'shipment_wanted',
  'shipment_dropped',
  'shipment_addressed',
  'shipment_shipped',
  'shipment_received',
  'shipment_problem',
  'payment_held',
  'payment_released',
  'payment_refunded',
  'payment_charged_back',
  'payment_too_late',
  'payment_second_returned',
  'payment_extra_returned',
  'deliverable_submitted',
  'deliverable_approved',
  'revision_requested',
  'dispute_opened',
  'dispute_answered',
  'dispute_due',
  'dispute_withdrawn',
  'dispute_decided',
  'dispute_closed',
  'reviews_shown',
  'project_completed',
  'project_cancelled',
  'hiring_filled',
  'hiring_closed',
  'hiring_over',
] as const
/**
 * The number of a deal's newest events: most deals have ten. It keeps the response small for a pair that revises for
 * years.
 */
export const THREAD_EVENTS_MOST = 200
export type ThreadEventKind = (typeof THREAD_EVENTS)[number]

/** What `changed` names: the first element of the query keys to refetch. */
export const CHANGE_TOPICS = [
  'projects',
  'applications',
  'deliverables',
  'review',
  'payments',
  'payouts',
  'disputes',
  'reputation',
  'conversations',
  'message_files',
  'invitations',
  'notifications',
  'dashboard',
] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]

export const conversationErrors = {
  'conversation.unavailable': {
    status: 409,
    message: 'You can no longer write to each other here.',
  },
  /** Not for a banned account: a ban may be reversed. */
  'conversation.account_deleted': { status: 409, message: ACCOUNT_DELETED },
  'message.empty': { status: 422, message: 'Write something first.' },
  /** An id belongs to one message: a repeated request has to have the same text and files, or it is refused. */
  'message.another': { status: 409, message: 'This message was already sent with other content.' },
  'conversation.closed_project': { status: 409, message: 'This project is no longer open.' },
} as const satisfies Record<string, ErrorEntry>
