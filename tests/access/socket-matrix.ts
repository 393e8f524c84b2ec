import type { CHANGE_TOPICS, SOCKET_EVENTS } from '#contract/conversations.ts'
import type { Incoming } from '#server/realtime/socket-protocol.ts'
import type { Actor } from './access-world.ts'

/** Everyone who can connect; no one else passes the handshake. */
export type Connected = Exclude<Actor, 'anonymous'>

const PARTIES: readonly Connected[] = ['owner', 'counterpart']

/** Who receives each event about the deal's conversation, after everyone has tried to join it. */
export const heardBy: Record<keyof typeof SOCKET_EVENTS, readonly Connected[]> = {
  insert: PARTIES,
  // The author of the message that was read, and its reader.
  update: PARTIES,
  // A message changes both lists.
  changed: PARTIES,
  // Not sent to the person who is typing.
  typing: PARTIES,
  presence: PARTIES,
  watching: PARTIES,
  // Says only that something may have been missed.
  resync: ['owner', 'counterpart', 'applicant', 'stranger_seller', 'stranger_creator', 'operator'],
}

/** The actors for whom each client event has an effect, in the deal's conversation. */
export const takenFrom: Record<keyof Incoming, readonly Connected[]> = {
  join: PARTIES,
  leave: PARTIES,
  typing: PARTIES,
  'review:join': PARTIES,
  'review:leave': PARTIES,
  'review:at': PARTIES,
}

/** A topic carries a word and a project's id: only people whose rows changed receive it. */
export const topicRecipients: Record<(typeof CHANGE_TOPICS)[number], 'those whose rows changed'> = {
  projects: 'those whose rows changed',
  applications: 'those whose rows changed',
  deliverables: 'those whose rows changed',
  review: 'those whose rows changed',
  payments: 'those whose rows changed',
  reputation: 'those whose rows changed',
  disputes: 'those whose rows changed',
  payouts: 'those whose rows changed',
  conversations: 'those whose rows changed',
  message_files: 'those whose rows changed',
  invitations: 'those whose rows changed',
  notifications: 'those whose rows changed',
  dashboard: 'those whose rows changed',
}
