import { createAdapter } from '@socket.io/postgres-adapter'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Message } from '#contract/conversation-schemas.ts'
import { REALTIME } from '#contract/conversations.ts'
import type { Pool } from '../db/pool.ts'
import type { Log } from '../http/log.ts'
import type { Viewer } from '../http/viewer.ts'

/** What the socket sends: SOCKET_EVENTS of the contract. */
export interface Outgoing {
  'message:insert': (message: Message) => void
  'message:update': (message: Message) => void
  changed: (change: { topics: string[]; project_id: string | null }) => void
}

/** What it takes. Every argument is somebody's claim until it was looked at. */
export interface Incoming {
  join: (room: unknown, done: unknown) => void
}

/** Who a socket speaks for, and the token that says so. */
export interface SocketData {
  viewer: Viewer
  token: string
}

type NoEvents = Record<string, never>
export type SocketServer = Server<Incoming, Outgoing, NoEvents, SocketData>
export type ClientSocket = Socket<Incoming, Outgoing, NoEvents, SocketData>

/** Everything one person has open. */
export const userRoom = (userId: string): string => `user:${userId}`
/** Everything that shows one conversation. */
export const conversationRoom = (conversationId: string): string => `conversation:${conversationId}`

/** Where the socket is. */
export const REALTIME_PATH = '/realtime'
/** A token and a room's name fit many times over; nothing longer is ever sent to us. */
const MAX_FRAME_BYTES = 16 * 1024

/** The socket on our HTTP server; several processes reach each other's sockets through PostgreSQL. */
export function createSocketServer(
  httpServer: HttpServer,
  pool: Pool,
  log: Log,
  publicUrl: string,
): SocketServer {
  return new Server(httpServer, {
    path: REALTIME_PATH,
    serveClient: false,
    pingInterval: REALTIME.heartbeatMs,
    pingTimeout: REALTIME.timeoutMs,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    // Other upgrades on the same server (a development server's) are not ours to end.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isOurPage(request, publicUrl)),
    adapter: createAdapter(pool, {
      errorHandler: (error) =>
        log.warn({ err: error }, 'a socket event did not reach the other processes'),
    }),
  })
}

/** A browser names the page that connects: only ours may. Clients that are no browsers name none. */
function isOurPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
