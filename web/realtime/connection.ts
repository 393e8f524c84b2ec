import type { Socket } from 'socket.io-client'
import type { Message } from '#contract/conversation-schemas.ts'
import { type ChangeTopic, TYPING } from '#contract/conversations.ts'
import { setConnected } from './connection-state.ts'
import { forgetEphemeralEvents, setPresence, setTyping } from './ephemeral-events.ts'
import { forgetWatching, setWatching, type Watching } from './watching.ts'

/** Says which rows changed, but not how: whatever shows them is refetched. */
export interface Change {
  topics: ChangeTopic[]
  project_id?: string | null
}

/** What the server sends (SOCKET_EVENTS of the contract). */
interface Incoming {
  'message:insert': (message: Message) => void
  'message:update': (message: Message) => void
  changed: (change: Change) => void
  typing: (who: { conversation_id: string; user_id: string }) => void
  presence: (who: { user_id: string; online: boolean }) => void
  'review:at': (where: Watching & { deliverable_id: string; user_id: string }) => void
  resync: () => void
}

/** What the client sends: joining and leaving a conversation's room, and that its user is typing in it. */
interface Outgoing {
  join: (room: { conversation_id: string }, done: (answer: { ok: boolean }) => void) => void
  leave: (room: { conversation_id: string }) => void
  typing: (room: { conversation_id: string }) => void
  'review:join': (room: { deliverable_id: string }, done: (answer: { ok: boolean }) => void) => void
  'review:leave': (room: { deliverable_id: string }) => void
  'review:at': (where: Watching & { deliverable_id: string }) => void
}

/**
 * Event handlers; `missed` means that some events may have been lost, while the connection was down or before there was
 * one.
 */
export interface RealtimeHandlers {
  message: (message: Message) => void
  changed: (change: Change) => void
  missed: () => void
}

/** The pause before a refused or closed connection is retried, in ms; doubles up to the second number. */
const RETRY_MS = { first: 1_000, longest: 30_000 } as const
/** The library's own pause after a network failure, in ms: short, because a person is waiting. */
const NETWORK_RETRY = { reconnectionDelay: 500, reconnectionDelayMax: 5_000 } as const

let socket: Socket<Incoming, Outgoing> | null = null
/**
 * Conversations on screen, each with the number of places that show it; their rooms are joined again after a reconnect.
 */
const rooms = new Map<string, number>()
/** Versions on screen in a review room, joined again in the same way. */
const watched = new Set<string>()
let lastTyping = { conversationId: '', at: 0 }

/**
 * Connects to /realtime while someone is signed in; returns the function that disconnects. The token is requested for
 * every attempt, so that a refreshed session is used. socket.io is loaded on demand.
 */
export function connectRealtime(
  accessToken: () => Promise<string | null>,
  handlers: RealtimeHandlers,
): () => void {
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait: number = RETRY_MS.first
  let connectedBefore = false

  function later(attempt: () => void) {
    clearTimeout(retry)
    retry = setTimeout(attempt, wait)
    wait = Math.min(wait * 2, RETRY_MS.longest)
  }

  async function open() {
    setConnected('connecting')
    const { io } = await import('socket.io-client')
    if (closed) return
    const own: Socket<Incoming, Outgoing> = io({
      path: '/realtime',
      transports: ['websocket', 'polling'],
      // Two tabs of one browser, or React mounting twice, must not share a connection that one of them closes.
      forceNew: true,
      // The first connection sends the page's age, so that the server can tell whether anything has happened since.
      auth: (send) =>
        void accessToken().then((token) =>
          send(connectedBefore ? { token } : { token, page_age_ms: performance.now() }),
        ),
      ...NETWORK_RETRY,
    })
    socket = own

    const down = () => {
      if (closed) return
      setConnected('connecting')
      forgetEphemeralEvents()
      forgetWatching()
      // socket.io reconnects by itself when the network fails, but not when the server refused or closed.
      if (!own.active) later(() => own.connect())
    }
    own.on('connect', () => {
      wait = RETRY_MS.first
      setConnected('up')
      for (const room of rooms.keys()) join(room)
      for (const version of watched) joinReview(version)
      if (connectedBefore) handlers.missed()
      connectedBefore = true
    })
    own.on('connect_error', down)
    own.on('disconnect', down)
    own.on('message:insert', handlers.message)
    own.on('message:update', handlers.message)
    own.on('changed', handlers.changed)
    own.on('resync', handlers.missed)
    own.on('typing', ({ conversation_id, user_id }) => setTyping(conversation_id, user_id))
    own.on('review:at', ({ deliverable_id, user_id, ...where }) =>
      setWatching(deliverable_id, user_id, where),
    )
    own.on('presence', ({ user_id, online }) => setPresence(user_id, online))
  }

  const start = () => {
    // Without a network the library itself cannot load.
    open().catch(() => {
      if (!closed) later(start)
    })
  }
  start()
  return () => {
    closed = true
    clearTimeout(retry)
    socket?.disconnect()
    socket = null
    setConnected('off')
    forgetEphemeralEvents()
    forgetWatching()
  }
}

/** Receives typing and presence of a conversation from now on; returns the function that leaves it. */
export function enterConversation(conversationId: string): () => void {
  rooms.set(conversationId, (rooms.get(conversationId) ?? 0) + 1)
  if (socket?.connected) join(conversationId)
  return () => {
    const left = (rooms.get(conversationId) ?? 1) - 1
    if (left > 0) rooms.set(conversationId, left)
    else {
      rooms.delete(conversationId)
      if (socket?.connected) socket.emit('leave', { conversation_id: conversationId })
    }
  }
}

/**
 * Reports that the user is typing in a conversation, throttled to every few seconds; does nothing while disconnected.
 */
export function sayTyping(conversationId: string): void {
  const at = Date.now()
  const again = lastTyping.conversationId === conversationId && at - lastTyping.at < TYPING.everyMs
  if (again || !socket?.connected) return
  lastTyping = { conversationId, at }
  socket.emit('typing', { conversation_id: conversationId })
}

function join(conversation_id: string) {
  socket?.emit('join', { conversation_id }, () => undefined)
}

/** Receives the other person's position in a version from now on; returns the function that leaves it. */
export function enterReview(deliverable_id: string): () => void {
  watched.add(deliverable_id)
  if (socket?.connected) joinReview(deliverable_id)
  return () => {
    watched.delete(deliverable_id)
    if (socket?.connected) socket.emit('review:leave', { deliverable_id })
  }
}

/** Reports the user's position in a version; the caller throttles it. Does nothing while disconnected. */
export function sayWatching(deliverable_id: string, where: Watching): void {
  if (socket?.connected) socket.emit('review:at', { deliverable_id, ...where })
}

function joinReview(deliverable_id: string) {
  socket?.emit('review:join', { deliverable_id }, () => undefined)
}
