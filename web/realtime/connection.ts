import type { Socket } from 'socket.io-client'
import type { Message } from '#contract/conversation-schemas.ts'
import type { ChangeTopic } from '#contract/conversations.ts'

/** Which rows changed, without saying how: what shows them is fetched again. */
export interface Change {
  topics: ChangeTopic[]
  project_id?: string | null
}

/** What the server sends (SOCKET_EVENTS of the contract). */
interface Incoming {
  'message:insert': (message: Message) => void
  'message:update': (message: Message) => void
  changed: (change: Change) => void
}

/** What we send: entering a conversation's room. */
interface Outgoing {
  join: (room: { conversation_id: string }, done: (answer: { ok: boolean }) => void) => void
}

/** What somebody does with the events; `reconnected` means that some may have been missed. */
export interface RealtimeHandlers {
  message: (message: Message) => void
  changed: (change: Change) => void
  reconnected: () => void
}

/** How long until a refused or closed connection is tried again, in ms; doubles up to the second number. */
const RETRY_MS = { first: 1_000, longest: 30_000 } as const

let socket: Socket<Incoming, Outgoing> | null = null
/** Conversations on screen, each with how many places show it; rooms are entered again after a reconnect. */
const rooms = new Map<string, number>()

/**
 * Connects to /realtime for as long as somebody is signed in; the returned function disconnects. The token is asked
 * for at every attempt, so that a refreshed session is used. socket.io is loaded only now.
 */
export function connectRealtime(
  accessToken: () => Promise<string | null>,
  handlers: RealtimeHandlers,
): () => void {
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait: number = RETRY_MS.first
  let connectedBefore = false

  async function open() {
    const { io } = await import('socket.io-client')
    if (closed) return
    const own: Socket<Incoming, Outgoing> = io({
      path: '/realtime',
      transports: ['websocket', 'polling'],
      // Two tabs of one browser, or React mounting twice, must not share a connection that one of them closes.
      forceNew: true,
      auth: (send) => void accessToken().then((token) => send({ token })),
    })
    socket = own

    // socket.io tries again by itself when the network fails, but not when the server refused or closed.
    const again = () => {
      if (closed || own.active) return
      clearTimeout(retry)
      retry = setTimeout(() => own.connect(), wait)
      wait = Math.min(wait * 2, RETRY_MS.longest)
    }
    own.on('connect', () => {
      wait = RETRY_MS.first
      for (const room of rooms.keys()) join(room)
      if (connectedBefore) handlers.reconnected()
      connectedBefore = true
    })
    own.on('connect_error', again)
    own.on('disconnect', again)
    own.on('message:insert', handlers.message)
    own.on('message:update', handlers.message)
    own.on('changed', handlers.changed)
  }

  void open()
  return () => {
    closed = true
    clearTimeout(retry)
    socket?.disconnect()
    socket = null
  }
}

/** Receives a conversation's messages from now on; the returned function says it is no longer on screen. */
export function enterConversation(conversationId: string): () => void {
  rooms.set(conversationId, (rooms.get(conversationId) ?? 0) + 1)
  if (socket?.connected) join(conversationId)
  return () => {
    const left = (rooms.get(conversationId) ?? 1) - 1
    if (left > 0) rooms.set(conversationId, left)
    else rooms.delete(conversationId)
  }
}

function join(conversation_id: string) {
  socket?.emit('join', { conversation_id }, () => undefined)
}
