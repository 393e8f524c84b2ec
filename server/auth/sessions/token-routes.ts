import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authBodies, type AuthSession } from '#contract/auth-schemas.ts'
import { authMessages } from '#contract/auth.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { bodyOf, clientInfo, queryValue } from './auth-request.ts'
import { deviceOf, rememberDevice } from '#server/auth/service/known-device.ts'
import { noteSignIn } from '#server/auth/service/seen-device.ts'
import { setPageCookie } from './page-cookie.ts'
import { signInWithPassword } from './password-grant.ts'
import { exchangeAuthCode } from './pkce-grant.ts'
import { refreshSession } from './refresh-grant.ts'
import { readRefreshToken } from './refresh-token.ts'

type Grant = (ctx: AuthContext, request: FastifyRequest, now: Date) => Promise<AuthSession>

const GRANTS: Partial<Record<string, Grant>> = {
  async password(ctx, request, now) {
    const body = bodyOf(authBodies.passwordGrant, request)
    if (!body.email && !body.phone) throw invalid(authMessages.missingEmailOrPhone)
    if (body.email && body.phone) throw invalid(authMessages.onlyOneAddress)
    if (!body.email) throw new AuthError('phone_provider_disabled')
    // An impossible address has no account: it gets the same refusal, by the same path.
    const email = body.email.toLowerCase().replaceAll('\0', '\ufffd')
    const device = deviceOf(ctx, request, email, now)
    return signInWithPassword(
      ctx,
      { email, password: body.password ?? '', client: clientInfo(request), device },
      now,
    )
  },
  async refresh_token(ctx, request, now) {
    return refreshSession(ctx, bodyOf(authBodies.refreshGrant, request).refresh_token ?? '', now)
  },
  async id_token() {
    throw new AuthError('provider_disabled')
  },
  async web3() {
    throw new AuthError('web3_provider_disabled')
  },
  async pkce(ctx, request, now) {
    const { auth_code: code, code_verifier: verifier } = bodyOf(authBodies.pkceGrant, request)
    if (!code || !verifier)
      throw invalid('invalid request: both auth code and code verifier should be non-empty')
    return exchangeAuthCode(ctx, { code, verifier, client: clientInfo(request) }, now)
  },
}

/** One call, with one grant for each way of proving who you are. */
export function tokenRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/token', async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('token', request.ip, now)
    const type = queryValue(request, 'grant_type') ?? ''
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
    if (grant === undefined)
      throw new AuthError('invalid_credentials', { message: authMessages.unsupportedGrant })
    return answerSession(ctx, request, reply, await grant(ctx, request, now), now)
  })
}

/**
 * Tokens are sent with headers that prevent caching, and the receiving browser is a known device from then on. The
 * device and network it signed in from are recorded for detecting rings. Pages are rendered for it from now on
 * (page-cookie.ts).
 */
export async function answerSession(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  session: AuthSession,
  now: Date,
): Promise<AuthSession> {
  void reply.headers({ pragma: 'no-cache', 'sb-auth-user-id': session.user.id })
  const { email } = session.user
  const sessionId = readRefreshToken(session.refresh_token)?.sessionId
  if (email !== '' && sessionId !== undefined)
    rememberDevice(ctx, request, reply, { email, sessionId }, now)
  if (sessionId !== undefined) setPageCookie(ctx, request, reply, { sessionId, session })
  await noteSignIn(ctx, request, reply, session.user.id, now)
  return session
}
