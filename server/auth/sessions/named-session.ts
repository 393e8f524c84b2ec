import type { FastifyRequest } from 'fastify'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { requireSession } from './auth-request.ts'
import type { OpenSession } from './sessions.ts'

/** Returns a session of a permanent account: anonymous people have nothing to protect yet. */
export async function requireNamed(
  ctx: AuthContext,
  request: FastifyRequest,
  now: Date,
): Promise<OpenSession> {
  const own = await requireSession(ctx, request, now)
  if (own.user.is_anonymous) {
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    })
  }
  return own
}
