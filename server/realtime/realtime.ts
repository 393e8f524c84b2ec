import type { Server as HttpServer } from 'node:http'
import { z } from 'zod'
import { SOCKET_EVENTS } from '#contract/conversations.ts'
import type { Config } from '../config.ts'
import { participantsFor, peopleOf } from '../conversations/conversation-query.ts'
import { messageById } from '../conversations/message-store.ts'
import type { Pool } from '../db/pool.ts'
import type { Log } from '../http/log.ts'
import type { Authenticate } from '../http/routes.ts'
import type { Tasks } from '../jobs/runner.ts'
import { watchSessions } from './session-watch.ts'
import {
  type ClientSocket,
  conversationRoom,
  createSocketServer,
  userRoom,
} from './socket-server.ts'

/** How long a socket may outlive its session, in ms. Promised: 60 s. */
const RECHECK_MS = 30_000

/** What the socket is built on. */
export interface RealtimeDeps {
  httpServer: HttpServer
  pool: Pool
  authenticate: Authenticate
  config: Pick<Config, 'publicUrl'>
  log: Log
  /** How often sessions are looked at again, in ms. */
  recheckMs?: number
}

/** The socket of one process. */
export interface Realtime {
  /** The jobs that tell sockets, in whichever process they are connected. */
  tasks: Pick<Tasks, 'realtime.message' | 'realtime.changed'>
  /** Lets go of every socket (they reconnect elsewhere) and of the database. The HTTP server stays. */
  close(): Promise<void>
}

const joinRequest = z.object({ conversation_id: z.uuid() })

/** Opens /realtime on a server: sign-in by token, a room for each person, rooms for conversations. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { pool, authenticate, log } = deps
  const sockets = createSocketServer(deps.httpServer, pool, log, deps.config.publicUrl)

  sockets.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token']
    if (typeof token !== 'string') return next(new Error('request.unauthenticated'))
    authenticate(token).then(
      (viewer) => {
        if (viewer === null) return next(new Error('request.unauthenticated'))
        socket.data = { viewer, token }
        next()
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a socket could not be signed in')
        next(new Error('server.unavailable'))
      },
    )
  })

  sockets.on('connection', (socket) => {
    void socket.join(userRoom(socket.data.viewer.id))
    socket.on('join', (room, done) => {
      mayJoin(socket, room).then(
        async (id) => {
          if (id !== null) await socket.join(conversationRoom(id))
          answer(done, id !== null)
        },
        (error: unknown) => {
          log.warn({ err: error }, 'a conversation could not be joined')
          answer(done, false)
        },
      )
    })
  })

  /** The conversation asked for, if it is the asker's own. */
  async function mayJoin(socket: ClientSocket, room: unknown): Promise<string | null> {
    const asked = joinRequest.safeParse(room)
    if (!asked.success) return null
    const { conversation_id } = asked.data
    const found = await participantsFor(pool, socket.data.viewer.id, conversation_id)
    return found === null ? null : conversation_id
  }

  const stopWatching = watchSessions(sockets, authenticate, log, deps.recheckMs ?? RECHECK_MS)

  return {
    tasks: {
      async 'realtime.message'({ conversation_id, message_id, change }) {
        const message = await messageById(pool, message_id)
        const people = await peopleOf(pool, conversation_id)
        if (message === null || people === null || message.conversation_id !== conversation_id)
          return
        sockets.to(conversationRoom(conversation_id)).emit(SOCKET_EVENTS[change], message)
        // A read message changes nobody's list but its reader's, who is told on reading.
        if (change === 'update') return
        const { seller_id, creator_id, project_id } = people
        sockets
          .to([userRoom(seller_id), userRoom(creator_id)])
          .emit(SOCKET_EVENTS.changed, { topics: ['conversations'], project_id })
      },
      async 'realtime.changed'({ user_ids, topics, project_id }) {
        if (user_ids.length === 0) return
        sockets.to(user_ids.map(userRoom)).emit(SOCKET_EVENTS.changed, { topics, project_id })
      },
    },
    async close() {
      stopWatching()
      // Not Server.close: that would also close the HTTP server under those who still wait for an answer.
      sockets.engine.close()
      await sockets.of('/').adapter.close()
    },
  }
}

function answer(done: unknown, ok: boolean): void {
  if (typeof done === 'function') (done as (answer: { ok: boolean }) => void)({ ok })
}
