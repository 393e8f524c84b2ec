import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { type ErrorCode, errors, type Problem } from '#contract/errors.ts'
import type { Log } from '#server/logging/log.ts'

/** How long a client may take, in ms, and how many bytes it may send before its body. */
export interface Patience {
  /** Until all headers have arrived. */
  headersMs: number
  /** Until a JSON body has arrived completely. */
  bodyMs: number
  /**
   * Until the longest request has arrived completely: 50 MB at 85 kB a second. An upload that is cut off can be
   * resumed.
   */
  requestMs: number
  /** Without a single byte in either direction. */
  idleMs: number
  /** How often the first two are checked. */
  checkMs: number
  headerBytes: number
}

/** The product's values. Socket long polls are answered within 25 s, so a minute of silence is never legitimate. */
export const PATIENCE: Patience = {
  headersMs: 15_000,
  bodyMs: 20_000,
  requestMs: 10 * 60_000,
  idleMs: 60_000,
  checkMs: 5_000,
  headerBytes: 16 * 1024,
}

/**
 * Refuses JSON that trickles in: the whole body must arrive within `bodyMs`. Uploads get the request's time limit
 * instead.
 */
export function refuseSlowBodies(app: FastifyInstance, patience: Patience): void {
  const timers = new WeakMap<object, NodeJS.Timeout>()
  app.addHook('preParsing', (request, reply, _payload, done) => {
    // Without an announced body there is no body.
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    if (!hasBody || request.url.startsWith(UPLOAD_PATH)) return done()
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      void reply.header('connection', 'close')
      reply.raw.once('finish', () => request.raw.destroy())
      reply.send(Object.assign(new Error('the body came too slowly'), { statusCode: 408 }))
    }, patience.bodyMs)
    timer.unref()
    timers.set(request, timer)
    done()
  })
  // After parsing, and for requests that are refused before it.
  const stop = (request: object, _reply: unknown, done: () => void) => {
    clearTimeout(timers.get(request))
    done()
  }
  app.addHook('preValidation', stop)
  app.addHook('onResponse', stop)
}

/**
 * Responds with a problem to input that never became a request (headers too large, too slow, not HTTP), and closes the
 * connection.
 */
export function refuseBrokenRequests(log: Log) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const code = codeOf(error)
    const { status, message } = errors[code]
    const problem: Problem = { status, code, message, request_id: randomUUID() }
    log.debug({ request_id: problem.request_id, code: error.code }, 'a request could not be read')
    if (!socket.writable) return void socket.destroy()
    const body = JSON.stringify(problem)
    socket.end(
      [
        `HTTP/1.1 ${status} ${code}`,
        'content-type: application/problem+json',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${problem.request_id}`,
        'x-content-type-options: nosniff',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'request.headers_too_large'
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request.too_slow'
  return 'request.malformed'
}
