import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { conversationSource } from '#server/conversations/conversation-source.ts'
import { reviewSource } from '#server/review/room-membership.ts'
import { createRealtime, type Realtime, type RealtimeDeps } from '#server/realtime/realtime.ts'
import { type TestApi, tokenOf } from './api.ts'

/** One process' socket on a port of its own, within this process. */
export interface SocketProcess {
  url: string
  realtime: Realtime
  close(): Promise<void>
}

/** Opens /realtime for a test's API; every session is valid unless `deps` say otherwise. */
export async function startSockets(
  api: TestApi,
  deps: Partial<RealtimeDeps> = {},
): Promise<SocketProcess> {
  const httpServer = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve))
  const realtime = createRealtime({
    ...api.deps,
    conversations: conversationSource,
    reviews: reviewSource,
    httpServer,
    authenticate: api.authenticate,
    livingSessions: async (ids) => new Set(ids),
    ...deps,
  })
  await realtime.ready
  return {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    realtime,
    async close() {
      await realtime.close()
      httpServer.closeAllConnections()
      await new Promise((resolve) => httpServer.close(resolve))
    },
  }
}

/** A client that tries once: the test itself checks the outcome. */
export function socketTo(
  url: string,
  token: unknown,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Socket {
  return io(url, {
    path: '/realtime',
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  })
}

/** The next event of that name. */
export const next = <T>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => socket.once(event, resolve))

/** Someone's socket, connected. */
export async function connected(
  process: SocketProcess,
  as: { id: string },
  token: unknown = tokenOf(as),
): Promise<Socket> {
  const socket = socketTo(process.url, token)
  await next(socket, 'connect')
  return socket
}

/** Joins a conversation's room; returns whether that was allowed. */
export const join = (socket: Socket, room: unknown): Promise<{ ok: boolean }> =>
  socket.emitWithAck('join', room)
