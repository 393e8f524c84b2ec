import type { FastifyInstance } from 'fastify'
import { OWN_CHANGES_HEADER } from '#contract/replica.ts'
import { originsOf } from '#server/config/redirect-list.ts'
import type { Config } from '#server/config/config.ts'

const API_HEADERS = [
  'authorization',
  'content-type',
  OWN_CHANGES_HEADER,
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
].join(', ')
const METHODS = 'GET, POST, PUT, PATCH, DELETE, HEAD'
const EXPOSED = 'Location, Retry-After, Tus-Resumable, Upload-Offset, X-Request-Id'

/** Paths that our pages call by script; the auth service handles its own (server/auth/service/cors.ts). */
const CALLED = /^\/(api|storage\/uploads)(\/|$|\?)/

/** The product's own origin, and those that sign-ins may return to: our pages on another host. */
export function ownOrigins(config: Pick<Config, 'publicUrl' | 'auth'>): ReadonlySet<string> {
  return new Set(originsOf([config.publicUrl, ...config.auth.redirects]))
}

/** CORS for our own origins only. No cookies are involved, so none are allowed. */
export function allowOwnPages(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!CALLED.test(request.url)) return done()
    void reply.header('vary', 'origin')
    const { origin } = request.headers
    const isOwn = origin !== undefined && origins.has(origin)
    if (isOwn) {
      void reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
      })
    }
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
    if (!isPreflight) return done()
    if (isOwn) {
      void reply.headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': API_HEADERS,
        'access-control-max-age': '3600',
      })
    }
    return void reply.status(204).send()
  })
}
