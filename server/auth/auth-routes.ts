import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_API_VERSION } from '#contract/auth.ts'
import {
  asAuthError,
  sendAuthError,
  VERSION_HEADER,
  wantsNewShape,
} from '#server/auth/answers/auth-answers.ts'
import {
  type AuthContext,
  type AuthDeps,
  createAuthContext,
} from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { allowOwnOrigins } from '#server/auth/service/cors.ts'
import { startHousekeeping } from '#server/auth/service/housekeeping.ts'
import { adminRoutes } from '#server/auth/admin/admin-routes.ts'
import { accountRoutes } from '#server/auth/sign-up/account-routes.ts'
import { factorRoutes } from '#server/auth/factors/factor-routes.ts'
import { recoveryCodeRoutes } from '#server/auth/factors/recovery-code-routes.ts'
import { googleRoutes } from '#server/auth/google/google-routes.ts'
import { identityRoutes } from '#server/auth/google/identity-routes.ts'
import { mailedLinkRoutes } from '#server/auth/mailed-links/mailed-link-routes.ts'
import { notMeRoutes } from '#server/auth/mailed-links/not-me-routes.ts'
import { passkeyRoutes } from '#server/auth/passkeys/passkey-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { tokenRoutes } from '#server/auth/sessions/token-routes.ts'
import { userRoutes } from '#server/auth/own-user/user-routes.ts'

/** One group of the service's routes. */
export type AuthRouteGroup = (app: FastifyInstance, ctx: AuthContext) => void

const GROUPS: readonly AuthRouteGroup[] = [
  publicRoutes,
  accountRoutes,
  tokenRoutes,
  mailedLinkRoutes,
  notMeRoutes,
  userRoutes,
  googleRoutes,
  factorRoutes,
  recoveryCodeRoutes,
  passkeyRoutes,
  identityRoutes,
  adminRoutes,
]

/**
 * The whole auth service under its base path, in an encapsulated scope: its error shapes, CORS and unknown paths do not
 * affect the rest. Register it without a prefix. Cleans up its tables until the instance closes.
 */
export async function authRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  const ctx = createAuthContext(deps)
  const stop = startHousekeeping(ctx)
  app.addHook('onClose', async () => stop())
  await app.register(
    async (scope) => {
      shapeAnswers(scope, ctx)
      for (const group of GROUPS) group(scope, ctx)
      // A route, because the web app's catch-all takes every other GET and would answer with its page.
      for (const url of ['/', '/*']) {
        scope.route({ method: ['GET', 'HEAD'], url, exposeHeadRoute: false, handler: unknownPath })
      }
    },
    { prefix: deps.config.auth.basePath },
  )
}

/** 5xx codes that need no attention. */
const PASSING = new Set([503, 504])

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
      // Unreachable or slow for now: the client retries, and no alarm is raised.
      const level = PASSING.has(refusal.status) ? 'warn' : 'error'
      // Message and stack only: a database error's details quote the input.
      ctx.log[level](
        { request_id: request.id, code: error.code, stack: error.stack },
        'auth request failed',
      )
    } else {
      // Wrong passwords and codes, ended sessions, limits. Does not name the account, because the caller typed it.
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
