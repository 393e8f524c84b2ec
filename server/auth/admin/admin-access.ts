import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { bearerToken, sessionOf } from '#server/auth/sessions/auth-request.ts'

/** Lets only the operator's programs and people through; in production only from this machine. */
export async function requireAdmin(
  ctx: AuthContext,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  if (ctx.settings.adminOnLoopbackOnly && !isFromHere(request)) throw new AuthError('not_found')
  const { userId, sessionId, role } = await ctx.accessTokens.verifyAdmin(bearerToken(request), now)
  if (userId !== null && sessionId !== null) await sessionOf(ctx, { userId, sessionId }, now)
  const { method } = request
  const path = request.url.split('?')[0]
  ctx.log.info({ request_id: request.id, role, user_id: userId, method, path }, 'auth admin call')
}

/** A proxy on this machine connects locally too, but sends a forwarding header or at least another host name. */
function isFromHere(request: FastifyRequest): boolean {
  const { socket, headers } = request
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  if (
    ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  )
    return false
  return isLoopback(request.hostname)
}

function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d+){3})$/i.test(host)
}
