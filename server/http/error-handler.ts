import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, Problem } from '#contract/errors.ts'
import { hasLostItsTurn, isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import { AppError } from './app-error.ts'

/** The API's single exit for refusals: problem+json with a code, a sentence and a request id. */
export function useProblemAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    return sendProblem(request, reply, loggedRefusal(request, error))
  })
}

/** Turns a thrown value into the refusal that the client gets, and logs it. */
export function loggedRefusal(request: FastifyRequest, error: Error): AppError {
  const refusal = asRefusal(error as FastifyError)
  logRefusal(request, refusal, error)
  return refusal
}

/** Denied access to other people's resources, and rate limits: these indicate an attack. */
const TELLING = new Set([401, 403, 429])

/**
 * Levels (docs/operations.md): a failure of ours is an error. Something we cannot do right now (the database is down)
 * is a warning, because it is logged per request. A denial is information; other refusals are everyday mistakes.
 */
function logRefusal(request: FastifyRequest, refusal: AppError, error: Error): void {
  const { status, code } = refusal
  // Logs only the route template: an address contains ids, and anything else that someone put into it.
  const about = { code, method: request.method, route: request.routeOptions.url }
  if (status === 503) request.log.warn({ ...about, err: error }, 'request not served')
  else if (status >= 500) request.log.error({ ...about, err: error }, 'request failed')
  else if (TELLING.has(status)) request.log.info(about, 'request denied')
  else request.log.debug(about, 'request refused')
}

/** Refuses unknown paths like unknown ids, for a process that serves no pages. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new AppError('request.not_found')),
  )
}

/** Sends one refusal. Nothing about the cause is sent. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AppError,
): FastifyReply {
  const problem: Problem = {
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    request_id: request.id,
  }
  if (refusal.fields !== undefined) problem.fields = refusal.fields
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', String(refusal.retryAfter))
  return reply.status(refusal.status).type('application/problem+json').send(problem)
}

/** Returns how a thrown value is reported to a client. */
export function asRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error) || isDatabaseFull(error) || hasLostItsTurn(error))
    return new AppError('server.unavailable', { cause: error })
  const byStatus: Record<number, ErrorCode> = {
    400: 'request.malformed',
    404: 'request.not_found',
    408: 'request.too_slow',
    413: 'request.too_large',
    415: 'request.unsupported_type',
    429: 'request.too_many',
  }
  const { statusCode = 500 } = error
  const known = byStatus[statusCode]
  if (known !== undefined) return new AppError(known, { cause: error })
  // Other refusals by the framework (an undecodable address, for example) are the caller's fault.
  const isTheirs = statusCode >= 400 && statusCode < 500
  return new AppError(isTheirs ? 'request.malformed' : 'server.failed', { cause: error })
}
