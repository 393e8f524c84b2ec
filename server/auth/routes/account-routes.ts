import type { FastifyInstance } from 'fastify'
import { authBodies } from '#contract/auth-schemas.ts'
import { authMessages } from '#contract/auth.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { bodyOf, requestedRedirect } from '../auth-request.ts'
import { emailAddress } from '../email-address.ts'
import { codeChallengeOf } from '../flow-states.ts'
import { assertMetadataStorable } from '../metadata.ts'
import { assertPasswordAcceptable } from '../password-policy.ts'
import { requestRecovery } from '../recovery.ts'
import { resendEmailChange, resendSignup } from '../resend.ts'
import { signUp } from '../sign-up.ts'

/** Calls of somebody who has no session: sign up, forgot the password, send that mail again. */
export function accountRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/signup', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('signup', request.ip, now)
    const body = bodyOf(authBodies.signup, request)
    if (!body.email && !body.phone) throw new AuthError('anonymous_provider_disabled')
    const { password, data = {} } = body
    assertPasswordAcceptable(password)
    if (body.email && body.phone) throw invalid(authMessages.onlyOneAddress)
    const codeChallenge = codeChallengeOf(body)
    if (body.phone) throw new AuthError('phone_provider_disabled')
    const email = emailAddress(body.email)
    assertMetadataStorable(data)
    return signUp(
      ctx,
      { email, password, data, codeChallenge, redirectTo: requestedRedirect(ctx, request) },
      now,
    )
  })

  app.post('/recover', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('recover', request.ip, now)
    const body = bodyOf(authBodies.recover, request)
    const email = emailAddress(body.email, authMessages.recoveryEmailRequired)
    const codeChallenge = codeChallengeOf(body)
    await requestRecovery(
      ctx,
      { email, codeChallenge, redirectTo: requestedRedirect(ctx, request) },
      now,
    )
    return {}
  })

  app.post('/resend', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('resend', request.ip, now)
    const body = bodyOf(authBodies.resend, request)
    if (body.phone) throw new AuthError('phone_provider_disabled')
    if (body.type !== 'signup' && body.type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change')
    }
    const email = emailAddress(body.email)
    const given = {
      email,
      codeChallenge: codeChallengeOf(body),
      redirectTo: requestedRedirect(ctx, request),
    }
    await (body.type === 'signup' ? resendSignup : resendEmailChange)(ctx, given, now)
    return {}
  })
}
