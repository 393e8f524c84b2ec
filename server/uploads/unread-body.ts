import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { BUCKET_RULES } from '#contract/uploads.ts'

/** How many bytes of a body that is no longer read a client may still send, and for how many ms. */
export interface UnreadBounds {
  bytes: number
  ms: number
}

/** The size of the largest file, and the time that nginx waits before it closes (`lingering_time`). */
const UNREAD: UnreadBounds = {
  bytes: Math.max(...Object.values(BUCKET_RULES).map((rule) => rule.maxBytes)),
  ms: 30_000,
}

/**
 * Drains the rest of a body after its response. A browser reads the response only once it has sent the whole body, and
 * sends its next request on the same connection: without this, both wait until the idle connection is cut off. Node
 * does the same for bodies that no one began to read. Beyond the bounds the connection is closed.
 */
export function discardUnreadBodies(app: FastifyInstance, bounds: UnreadBounds = UNREAD): void {
  app.addHook('onResponse', (request, _reply, done) => {
    discard(request.raw, bounds)
    done()
  })
}

function discard(body: IncomingMessage, bounds: UnreadBounds): void {
  // The body's reader has stopped and is holding back the rest.
  body.removeAllListeners('data')
  body.resume()
  if (body.complete) return
  let left = bounds.bytes
  body.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) body.destroy()
  })
  const timer = setTimeout(() => body.destroy(), bounds.ms).unref()
  body.once('close', () => clearTimeout(timer))
}
