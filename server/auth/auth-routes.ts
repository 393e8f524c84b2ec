import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_API_VERSION } from '#contract/auth.ts'
import { asAuthError, sendAuthError, VERSION_HEADER, wantsNewShape } from './auth-answers.ts'
import { type AuthContext, type AuthDeps, createAuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { allowOwnOrigins } from './cors.ts'
import { startHousekeeping } from './housekeeping.ts'
import { adminRoutes } from '#server/auth/routes/admin-routes.ts'
import { accountRoutes } from '#server/auth/routes/account-routes.ts'
import { factorRoutes } from '#server/auth/routes/factor-routes.ts'
import { googleRoutes } from '#server/auth/routes/google-routes.ts'
import { identityRoutes } from '#server/auth/routes/identity-routes.ts'
import { mailedLinkRoutes } from '#server/auth/routes/mailed-link-routes.ts'
import { publicRoutes } from '#server/auth/routes/public-routes.ts'
import { tokenRoutes } from '#server/auth/routes/token-routes.ts'
import { userRoutes } from '#server/auth/routes/user-routes.ts'

/** One group of the service's routes. */
export type AuthRouteGroup = (app: FastifyInstance, ctx: AuthContext) => void

const GROUPS: readonly AuthRouteGroup[] = [
  publicRoutes,
  accountRoutes,
  tokenRoutes,
  mailedLinkRoutes,
  userRoutes,
  googleRoutes,
  factorRoutes,
  identityRoutes,
  adminRoutes,
]

/**
 * The whole auth service under its base path, in a scope of its own: its error shapes, CORS and unknown paths do
 * not touch the rest. Register it without a prefix. Tidies its tables until the instance closes.
 */
export async function authRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  const ctx = createAuthContext(deps)
  const stop = startHousekeeping(ctx)
  app.addHook('onClose', async () => stop())
  await app.register(
    async (scope) => {
      shapeAnswers(scope, ctx)
      for (const group of GROUPS) group(scope, ctx)
      // A route, since the web app's own takes every GET that has none, and would answer with its page.
      for (const url of ['/', '/*']) {
        scope.route({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, handler: unknownPath })
      }
    },
    { prefix: deps.config.auth.basePath },
  )
}

function shapeAnswers(scope: FastifyInstance, ctx: AuthContext): void {
  scope.addHook('onRequest', (request, reply, done) => {
    void reply.header('cache-control', 'no-store')
    if (wantsNewShape(request)) void reply.header(VERSION_HEADER, AUTH_API_VERSION)
    if (allowOwnOrigins(ctx.settings, request, reply)) return void reply.status(204).send()
    return done()
  })
  scope.setErrorHandler((error: Parameters<typeof asAuthError>[0], request, reply) => {
    const refusal = asAuthError(error)
    if (refusal.status >= 500) {
      // Message and stack only: a database error's details quote what was sent.
      ctx.log.error(
        { request_id: request.id, code: error.code, stack: error.stack },
        'auth request failed',
      )
    } else {
      // Wrong passwords and codes, ended sessions, limits: without who was meant, which the caller typed.
      ctx.log.info(
        { request_id: request.id, code: refusal.code, route: request.routeOptions.url },
        'auth request denied',
      )
    }
    return sendAuthError(request, reply, refusal)
  })
  scope.setNotFoundHandler(unknownPath)
}

function unknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendAuthError(request, reply, new AuthError('not_found'))
}
