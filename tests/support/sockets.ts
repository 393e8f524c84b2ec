import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { conversationSource } from '#server/conversations/conversation-source.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { reviewSource } from '#server/review/room-membership.ts'
import { createRealtime, type Realtime, type RealtimeDeps } from '#server/realtime/realtime.ts'
import { flushPublished } from '#server/realtime/publisher.ts'
import { EVERY_LINE } from '#server/realtime/topics.ts'
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

/** A process with its own pool, like a real one. */
export interface OwnProcess extends SocketProcess {
  pool: Pool
  /** The line of its first connection. */
  line: string
}

/** Opens /realtime in a process with its own pool. Start one after the other. */
export async function startOwnProcess(
  api: TestApi,
  deps: Partial<RealtimeDeps> = {},
): Promise<OwnProcess> {
  const pool = createPool(api.deps.config.databaseUrl, 3)
  const before = await openLines(api)
  const process = await startSockets(api, { pool, ...deps })
  const [line = ''] = (await openLines(api)).filter((one) => !before.includes(one))
  return {
    ...process,
    pool,
    line,
    async close() {
      await process.close()
      await flushPublished(pool)
      await pool.end()
    },
  }
}

/** The lines of all processes that are connected. */
export async function openLines({ pool }: Pick<TestApi, 'pool'>): Promise<string[]> {
  const lines = await rows<{ line: string }>(
    pool,
    sql`select line from realtime_subscriptions where topic = ${EVERY_LINE}`,
  )
  return lines.map(({ line }) => line)
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
