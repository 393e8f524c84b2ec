import type { Server as HttpServer } from 'node:http'
import type { Config } from '#server/config/config.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { Authenticate } from '#server/http/routes.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { serveRooms } from './conversation-rooms.ts'
import type { ConversationSource } from './conversation-source.ts'
import { createFanOut } from './fan-out.ts'
import { createMissedUpdates, type MissedUpdates } from './missed-updates.ts'
import { createEphemeralEvents } from './ephemeral-events.ts'
import type { News } from './news.ts'
import { listenForNews, type OpenLine } from './news-line.ts'
import { createPresence, PATIENCE, type Patience } from './presence.ts'
import { every } from '#server/jobs/every.ts'
import { serveReviewRooms } from './review-rooms.ts'
import type { ReviewSource } from './review-source.ts'
import { closeEnded, socketsOf, expiryOf, type LivingSessions } from './session-watch.ts'
import { dropWhenSlow, QUEUE_LIMITS, type QueueLimits } from './slow-readers.ts'
import { endWithSignIn, hasAllSockets, SOCKET_LIMITS, type SocketLimits } from './socket-limits.ts'
import { createSocketServer } from './socket-server.ts'
import { userRoom } from './topics.ts'
import { subscribeLocally, publishNow } from './publisher.ts'
import { forgetDeadLines, notifyLines } from './subscription-store.ts'
import { createDirectLines } from './direct-lines.ts'
import { createSubscriptions, type Linger } from './subscriptions.ts'

/** How long a socket may outlive its token or its session, in ms. We promise 60 s, including the check's interval. */
export const RECHECK_MS = 30_000

/** How often the sweep looks for messages whose process died before publishing them, in ms. */
const SWEEP_MS = 10_000

/** How often the subscriptions of dead processes are removed, in ms. Until then PostgreSQL notifies them for nothing. */
const FORGET_MS = 60_000

/** The socket's dependencies. */
export interface RealtimeDeps {
  httpServer: HttpServer
  pool: Pool
  authenticate: Authenticate
  livingSessions: LivingSessions
  /** Other components that learn when someone's sessions or account changed. */
  access?: Access
  /** Called with the lists whose content a commit changed. */
  listsChanged?: (lists: readonly string[]) => void
  conversations: ConversationSource
  reviews: ReviewSource
  clock: () => Date
  config: Pick<
    Config,
    'publicUrl' | 'privateFilesUrl' | 'databaseUrl' | 'trustedProxies' | 'peerAddress'
  >
  log: Log
  queueLimits?: QueueLimits
  /** Null: no limits (for tests of other features). */
  socketLimits?: SocketLimits | null
  presence?: Patience
  missedUpdates?: MissedUpdates
  linger?: Linger
}

/** Receives announcements about people's sessions and accounts, and the state of their connection. */
interface Access {
  changed(userIds: readonly string[]): void
  hear(line: OpenLine): void
}

/** The sockets of one process. */
export interface Realtime {
  /** The job that makes open pages refetch, in whichever process they are connected. */
  tasks: Pick<Tasks, 'realtime.changed'>
  /** Settles once news from other processes is received. */
  ready: Promise<void>
  /** Closes sockets whose token or session has expired; runs by itself every RECHECK_MS. */
  closeEnded(): Promise<void>
  /** Delivers unpublished messages; runs by itself every SWEEP_MS. */
  sweep(): Promise<void>
  /** The number of sockets open here. */
  count(): number
  /** Closes every socket (they reconnect elsewhere) and the database connection. The HTTP server stays. */
  close(): Promise<void>
}

/** Opens /realtime on a server: sign-in by token, a room per person, rooms for conversations and for versions under review. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { pool, authenticate, log, clock } = deps
  const limits = deps.socketLimits === undefined ? SOCKET_LIMITS : deps.socketLimits
  const sockets = createSocketServer(deps.httpServer, deps.config, limits)
  const ephemeral = createEphemeralEvents(pool, log)
  const presence = createPresence(sockets, ephemeral.publish, deps.presence ?? PATIENCE)
  const missedUpdates = deps.missedUpdates ?? createMissedUpdates()
  const fanOut = createFanOut(sockets, presence, missedUpdates, deps.conversations, pool, log)

  const direct = createDirectLines({
    address: deps.config.peerAddress,
    line: () => subscriptions.line(),
    heard: (news) => heard(news),
    lost: (line, news) => {
      notifyLines(pool, [{ line, news }]).catch((error: unknown) =>
        log.warn({ err: error }, 'news of a broken direct line could not be published'),
      )
    },
    log,
  })
  const subscriptions = createSubscriptions(sockets, deps.linger, direct.own)
  const stopHearing = subscribeLocally(pool, {
    committed: fanOut.committed,
    // Its own pages were asked to catch up when the line opened.
    heard: (news) => heard(news.filter((one) => one.kind !== 'missed' || one.socket !== null)),
    line: subscriptions.line,
    direct,
  })

  sockets.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token']
    if (typeof token !== 'string') return next(new Error('request.unauthenticated'))
    authenticate(token).then(
      (viewer) => {
        if (viewer === null) return next(new Error('request.unauthenticated'))
        if (limits !== null && hasAllSockets(sockets, userRoom(viewer.id), limits))
          return next(new Error('request.too_many'))
        socket.data = { viewer, expiresAt: expiryOf(token) }
        void socket.join(userRoom(viewer.id))
        // Runs before the page learns that it is connected: anything it reads from then on is not announced to it
        // again.
        return subscriptions.settled().then(() => next())
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a socket could not be signed in')
        next(new Error('server.unavailable'))
      },
    )
  })

  sockets.on('connection', (socket) => {
    const { viewer } = socket.data
    endWithSignIn(socket)
    dropWhenSlow(socket, deps.queueLimits ?? QUEUE_LIMITS, log)
    serveRooms(socket, {
      pool,
      conversations: deps.conversations,
      presence,
      subscribed: subscriptions.settled,
      say: ephemeral.publish,
      log,
    })
    serveReviewRooms(socket, {
      pool,
      reviews: deps.reviews,
      subscribed: subscriptions.settled,
      say: ephemeral.publish,
      log,
    })
    presence.arrived(viewer.id)
    // It missed news published between its first responses and now.
    const { page_age_ms: age } = socket.handshake.auth as { page_age_ms?: unknown }
    if (typeof age === 'number') fanOut.connected(socket, age)
    socket.on('disconnect', () => presence.departed(viewer.id))
  })

  const look = () => closeEnded(sockets, deps.livingSessions, clock())
  const stopWatching = every(RECHECK_MS, look, log, 'sessions of sockets could not be looked at')
  const stopSweeping = every(
    SWEEP_MS,
    fanOut.sweep,
    log,
    'the sweep for unpublished messages failed',
  )

  function heard(news: News[]): void {
    const people = news.flatMap((one) => (one.kind === 'access' ? one.people : []))
    if (people.length > 0) {
      deps.access?.changed(people)
      closeEnded(sockets, deps.livingSessions, clock(), people).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions of sockets could not be looked at'),
      )
    }
    for (const one of news) {
      if (one.kind === 'apart') part(one.people)
      if (one.kind === 'lists') deps.listsChanged?.(one.lists)
    }
    fanOut.heard(news)
  }

  function part(people: readonly string[]): void {
    for (const socket of socketsOf(sockets, people)) {
      const { viewer, leaveApart } = socket.data
      for (const other of people.filter((id) => id !== viewer.id))
        leaveApart?.(other).catch((error: unknown) =>
          log.warn({ err: error }, 'a socket could not leave whom it is apart from'),
        )
    }
  }

  const stopForgetting = every(
    FORGET_MS,
    () => forgetDeadLines(pool).then(() => undefined),
    log,
    'subscriptions of dead processes could not be removed',
  )

  let line = { close: () => Promise.resolve() }
  const hearing = new Promise<void>((resolve) => {
    const listening = (open: OpenLine) => {
      deps.access?.hear(open)
      missedUpdates.begins()
      fanOut.resync()
      fanOut.tellMissed()
      resolve()
    }
    const { opened, lost } = subscriptions
    // The line registers the address where this process is reached.
    void direct.listening.then(() => {
      line = listenForNews(deps.config.databaseUrl, { heard, opened, lost, listening }, log)
    })
  })

  return {
    tasks: {
      'realtime.changed': ({ user_ids, topics, project_id }) =>
        publishNow(pool, [{ kind: 'changed', people: user_ids, topics, project_id }]),
    },
    ready: hearing,
    closeEnded: look,
    sweep: fanOut.sweep,
    count: () => sockets.engine.clientsCount,
    async close() {
      stopWatching()
      stopSweeping()
      stopForgetting()
      stopHearing()
      // Not Server.close: that would also close the HTTP server for clients that are still waiting for a response.
      sockets.engine.close()
      presence.stop()
      ephemeral.stop()
      await direct.listening
      await subscriptions.close()
      await line.close()
      await direct.close()
    },
  }
}
