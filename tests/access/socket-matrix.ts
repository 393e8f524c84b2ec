import type { CHANGE_TOPICS, SOCKET_EVENTS } from '#contract/conversations.ts'
import type { Incoming } from '#server/realtime/socket-protocol.ts'
import type { Actor } from './access-world.ts'

/** Everybody who can connect at all; nobody else gets past the handshake. */
export type Connected = Exclude<Actor, 'anonymous'>

const PARTIES: readonly Connected[] = ['owner', 'counterpart']

/** Who hears each event about the deal's conversation, everybody having tried to enter it. */
export const heardBy: Record<keyof typeof SOCKET_EVENTS, readonly Connected[]> = {
  insert: PARTIES,
  // The one who wrote what was read, and who read it.
  update: PARTIES,
  // A message changes the lists of both.
  changed: PARTIES,
  // Not to the one who writes.
  typing: PARTIES,
  presence: PARTIES,
  // Says nothing but that something may have been missed.
  resync: ['owner', 'counterpart', 'applicant', 'stranger_seller', 'stranger_creator', 'operator'],
}

/** Whom each event that clients send does something for, about the deal's conversation. */
export const takenFrom: Record<keyof Incoming, readonly Connected[]> = {
  join: PARTIES,
  leave: PARTIES,
  typing: PARTIES,
}

/** A topic carries a word and a project's id: only those whose rows changed are told. */
export const topicsToldTo: Record<(typeof CHANGE_TOPICS)[number], 'those whose rows changed'> = {
  projects: 'those whose rows changed',
  applications: 'those whose rows changed',
  deliverables: 'those whose rows changed',
  payments: 'those whose rows changed',
  disputes: 'those whose rows changed',
  payouts: 'those whose rows changed',
  conversations: 'those whose rows changed',
  invitations: 'those whose rows changed',
  notifications: 'those whose rows changed',
  dashboard: 'those whose rows changed',
}
