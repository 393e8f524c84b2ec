import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import { REALTIME } from '#contract/conversations.ts'
import type { Config } from '#server/config/config.ts'
import { filesHost } from '#server/http/files-origin.ts'
import { commonHeaders } from '#server/http/security-headers.ts'
import type { SocketServer } from './socket-protocol.ts'
import { countSockets, type SocketLimits } from './socket-limits.ts'

/** The address of the socket. */
export const REALTIME_PATH = '/realtime'
/** Far more than a token and a room's name; we are never sent anything longer. */
const MAX_FRAME_BYTES = 16 * 1024

type SocketSettings = Pick<Config, 'publicUrl' | 'privateFilesUrl' | 'trustedProxies'>

/** The socket on our HTTP server. Rooms are local to the process; see news.ts for other processes. */
export function createSocketServer(
  httpServer: HttpServer,
  { publicUrl, privateFilesUrl, trustedProxies }: SocketSettings,
  limits: SocketLimits | null,
): SocketServer {
  const isFiles = filesHost(privateFilesUrl)
  const counts = limits === null ? null : countSockets(limits, trustedProxies)
  const server: SocketServer = new Server(httpServer, {
    path: REALTIME_PATH,
    serveClient: false,
    pingInterval: REALTIME.heartbeatMs,
    pingTimeout: REALTIME.timeoutMs,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    // Other upgrades on the same server (a development server's) are not ours to close.
    destroyUpgrade: false,
    ...(limits === null ? {} : { connectTimeout: limits.signInMs }),
    allowRequest: (request, decide) =>
      decide(
        null,
        !isFiles(request.headers.host) &&
          isOurPage(request, publicUrl) &&
          (isOpen(request) || counts?.admits(request) !== false),
      ),
  })
  if (counts !== null) {
    server.engine.on('connection', counts.opened)
    server.on('connection', ({ conn }) => counts.signedIn(conn))
  }
  secureAnswers(httpServer, publicUrl)
  return server
}

/** Responses on the socket's path bypass the rest of the product, including its refusals. */
function secureAnswers(httpServer: HttpServer, publicUrl: string): void {
  const headers = Object.entries(commonHeaders(publicUrl))
  httpServer.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(`${REALTIME_PATH}/`) !== true) return
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('x-request-id', randomUUID())
  })
}

/** Whether a request belongs to an open socket. */
const isOpen = (request: IncomingMessage): boolean => /[?&]sid=/.test(request.url ?? '')

/** A browser names the page that connects: only our pages may. Other clients name none. */
function isOurPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
