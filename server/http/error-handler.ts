import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, Problem } from '#contract/errors.ts'
import { AppError } from './app-error.ts'

/** The API's single exit for refusals: problem+json with a code, a sentence and a request id. */
export function useProblemAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(request, reply, refusal)
  })
}

/** Unknown paths are refused like unknown ids, for a process that serves no pages. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new AppError('request.not_found')),
  )
}

/** Sends one refusal. Nothing of the cause travels. */
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

function asRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error))
    return new AppError('server.unavailable', { cause: error, retryAfter: 2 })
  const byStatus: Record<number, ErrorCode> = {
    400: 'request.malformed',
    404: 'request.not_found',
    413: 'request.too_large',
    415: 'request.unsupported_type',
    429: 'request.too_many',
  }
  const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode]
  return new AppError(code ?? 'server.failed', { cause: error })
}

/** Connection refused or lost, server shutting down or starting up, no free connection in time. */
function isDatabaseAway(error: FastifyError): boolean {
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\d{3}|53300)$/.test(error.code ?? ''))
    return true
  return /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
}
