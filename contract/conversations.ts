import type { ErrorEntry } from './error-entry.ts'

/** A message holds at most this many characters; the page of history is ours. */
export const MESSAGE_LIMITS = { content: 4_000, page: 50 } as const

/** SPEC §9: the socket's heartbeat and how long an answer to it may take, in ms. */
export const REALTIME = { heartbeatMs: 25_000, timeoutMs: 10_000 } as const

export const conversationRoutes = {
  'conversations.list': 'GET /api/conversations',
  'conversations.open': 'POST /api/conversations',
  'conversations.get': 'GET /api/conversations/:id',
  'messages.list': 'GET /api/conversations/:id/messages',
  'messages.send': 'POST /api/conversations/:id/messages',
  'messages.read': 'POST /api/conversations/:id/read',
} as const

/** Events the socket sends. `message:*` go to a conversation's room, `changed` to a person's own. */
export const SOCKET_EVENTS = {
  insert: 'message:insert',
  update: 'message:update',
  changed: 'changed',
} as const

/** What `changed` names: the first word of the query keys to fetch again. */
export const CHANGE_TOPICS = [
  'projects',
  'applications',
  'deliverables',
  'payments',
  'payouts',
  'conversations',
  'invitations',
  'dashboard',
] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]

export const conversationErrors = {
  'message.empty': { status: 422, message: 'Write something first.' },
  'conversation.closed_project': { status: 409, message: 'This project is no longer open.' },
} as const satisfies Record<string, ErrorEntry>
