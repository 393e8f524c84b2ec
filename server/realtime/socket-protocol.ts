import type { Server, Socket } from 'socket.io'
import type { Message } from '#contract/conversation-schemas.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { WatchedPlace } from './news.ts'

/** The socket's messages: SOCKET_EVENTS of the contract. */
export interface Outgoing {
  'message:insert': (message: Message) => void
  'message:update': (message: Message) => void
  changed: (change: { topics: string[]; project_id: string | null }) => void
  typing: (who: { conversation_id: string; user_id: string }) => void
  presence: (who: { user_id: string; online: boolean }) => void
  'review:at': (where: WatchedPlace & { user_id: string }) => void
  resync: () => void
}

/** Its input. Every argument is untrusted until it is validated. */
export interface Incoming {
  join: (room: unknown, done: unknown) => void
  leave: (room: unknown) => void
  typing: (room: unknown) => void
  'review:join': (room: unknown, done: unknown) => void
  'review:leave': (room: unknown) => void
  'review:at': (place: unknown) => void
}

/** The person a socket speaks for, the token that proves it and when that ends (null: with the session). */
export interface SocketData {
  viewer: Viewer
  expiresAt: Date | null
  /** Leaves conversations with this person that no longer exist for the two. */
  leaveApart?: (otherId: string) => Promise<void>
}

type NoEvents = Record<string, never>
export type SocketServer = Server<Incoming, Outgoing, NoEvents, SocketData>
export type ClientSocket = Socket<Incoming, Outgoing, NoEvents, SocketData>
