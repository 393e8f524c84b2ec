import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasLostItsTurn, isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import { AUTH_API_VERSION, type AuthErrorCode, authErrors } from '#contract/auth.ts'
import { AuthError } from './auth-error.ts'

/** The header with which a client asks for dated error codes, and with which we confirm them. */
export const VERSION_HEADER = 'x-supabase-api-version'

/** Whether the request asks for the error shape of AUTH_API_VERSION or later. */
export function wantsNewShape(request: FastifyRequest): boolean {
  const asked = request.headers[VERSION_HEADER]
  return typeof asked === 'string' && /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= AUTH_API_VERSION
}

/** Sends a refusal in the shape the client asked for. Causes and stacks stay here. */
export function sendAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AuthError,
): FastifyReply {
  const { status, code, message } = error
  const body: Record<string, unknown> = wantsNewShape(request)
    ? { code, message }
    : { code: status, error_code: code, msg: message }
  if (error.reasons !== undefined) body['weak_password'] = { reasons: error.reasons }
  if (status >= 500 && !wantsNewShape(request)) body['error_id'] = request.id
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter))
  return reply
    .status(status)
    .header('x-sb-error-code', code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** How any thrown value is reported to a client. A definitive outcome is never a 5xx, a transient one never a 4xx. */
export function asAuthError(error: FastifyError | AuthError): AuthError {
  if (error instanceof AuthError) return error
  if (isDatabaseAway(error) || isDatabaseFull(error))
    return new AuthError('service_unavailable', { cause: error })
  if (hasLostItsTurn(error))
    return new AuthError('request_timeout', { cause: error, retryAfter: 2 })
  const byStatus: Partial<Record<number, AuthErrorCode>> = {
    400: 'bad_json',
    404: 'not_found',
    413: 'request_entity_too_large',
    415: 'bad_json',
  }
  const known = error.statusCode === undefined ? undefined : byStatus[error.statusCode]
  if (known === 'bad_json')
    return new AuthError(known, { cause: error, message: authErrors.bad_json.message })
  return new AuthError(known ?? 'unexpected_failure', { cause: error })
}
