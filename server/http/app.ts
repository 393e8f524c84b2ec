import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { useProblemAnswers } from './error-handler.ts'
import type { Log } from './log.ts'

/** A Fastify instance with what every surface of ours shares: ids, limits, the one exit for refusals. */
export function createHttpApp(log: Log, trustedProxies: number): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // 1 MiB of JSON is far above the largest form; files go through /storage.
    bodyLimit: 1024 * 1024,
    // AUTH.md §10 (d): only this many hops in front of us may say who the client is.
    trustProxy: (_address, hop) => hop < trustedProxies,
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  acceptEmptyJson(app)
  useProblemAnswers(app)
  return app
}

/** Commands without a body (accept, release) are sent by many clients with a JSON content type all the same. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(body as string, refusePrototypes))
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }))
    }
  })
}

/** `__proto__` in a body would reach objects built from it; such a body is malformed. */
function refusePrototypes(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('forbidden property')
  return value
}
