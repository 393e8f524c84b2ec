import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { asRefusal, sendProblem, useProblemAnswers } from './error-handler.ts'
import { readJson } from './json-body.ts'
import type { Log } from '#server/logging/log.ts'
import { refuseTwoHosts } from './one-host.ts'
import { secureAnswers } from './security-headers.ts'
import { PATIENCE, type Patience, refuseBrokenRequests, refuseSlowBodies } from './slow-clients.ts'

/** An instance's options, in addition to its log. */
export interface HttpOptions {
  /** The product's public address; https enables HSTS. */
  publicUrl?: string
  patience?: Patience
}

/** A Fastify instance with what all our surfaces share: request ids, limits, headers, one exit for refusals. */
export function createHttpApp(
  log: Log,
  trustedProxies: number,
  { publicUrl = '', patience = PATIENCE }: HttpOptions = {},
): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: () => randomUUID(),
    // Files go through /storage, which reads its request bodies as streams.
    bodyLimit: REQUEST_BOUNDS.bodyBytes,
    // AUTH §10 (d): only this many hops in front of us may state who the client is.
    trustProxy: (_address, hop) => hop < trustedProxies,
    routerOptions: { maxParamLength: 200 },
    // A client that still reaches a stopping process is served, and asked to reconnect (drain.ts).
    return503OnClosing: false,
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.idleMs,
    http: {
      maxHeaderSize: patience.headerBytes,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    clientErrorHandler: refuseBrokenRequests(log),
    frameworkErrors: (error, request, reply) =>
      sendProblem(request, reply, asRefusal(error)) as unknown as void,
  })
  secureAnswers(app, publicUrl)
  refuseTwoHosts(app)
  tellWhenToRetry(app)
  if (log.isLevelEnabled('debug')) logAnswers(app)
  refuseSlowBodies(app, patience)
  acceptJsonOnly(app)
  useProblemAnswers(app)
  return app
}

/**
 * Seconds after which a request that got a 503 may be retried: most outages are over by then, and many earlier retries
 * would prolong them.
 */
const RETRY_AFTER_S = 2

/** Every 503 states when to retry, whichever surface sends it. */
function tellWhenToRetry(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', String(RETRY_AFTER_S))
    done()
  })
}

/** One line per response, for debugging: in everyday logs it would drown out the rest. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const ms = Math.trunc(reply.elapsedTime)
    const route = request.routeOptions.url ?? 'unknown'
    request.log.debug({ method, route, status: reply.statusCode, ms }, 'answered')
    done()
  })
}

/**
 * The API reads only JSON; other surfaces bring their own parsers. Many clients nevertheless send commands without a
 * body (accept, release) with a JSON content type.
 */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    readJson(body as string, done, bodyValuesOf(request))
  })
}

/** The number of values a request's route accepts in its body; undefined for the usual number. */
const bodyValuesOf = ({ routeOptions }: FastifyRequest): number | undefined =>
  (routeOptions.config as { bodyValues?: number }).bodyValues
