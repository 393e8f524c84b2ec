import type { FastifyInstance } from 'fastify'
import { authBodies } from '#contract/auth-schemas.ts'
import { authMessages } from '#contract/auth.ts'
import { PUZZLE_PATH } from '#contract/sign-up-puzzle.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { bodyOf, clientInfo, requestedRedirect } from '#server/auth/sessions/auth-request.ts'
import { emailAddress } from '#server/auth/settings/email-address.ts'
import { codeChallengeOf } from '#server/auth/sessions/flow-states.ts'
import { assertMetadataStorable } from '#server/auth/records/metadata.ts'
import { assertPasswordAcceptable } from '#server/auth/passwords/password-policy.ts'
import { requestRecovery } from '#server/auth/mailed-links/recovery.ts'
import { resendEmailChange, resendSignup } from '#server/auth/mailed-links/resend.ts'
import { requestOtp } from '#server/auth/mailed-links/otp.ts'
import { signUpAnonymously, signUpConfirmed } from './sign-up-modes.ts'
import { signUp } from './sign-up.ts'
import { answerSession } from '#server/auth/sessions/token-routes.ts'

/** Calls without a session: sign up, recover, resend. */
export function accountRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post(PUZZLE_PATH, async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('puzzle', request.ip, now)
    const { email } = bodyOf(authBodies.signupPuzzle, request)
    return ctx.puzzles.draw({ email: email ? emailAddress(email) : '', ip: request.ip }, now)
  })

  app.post('/signup', async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('signup', request.ip, now)
    const body = bodyOf(authBodies.signup, request)
    const { password, data = {} } = body
    const solution = body.gotrue_meta_security?.captcha_token
    if (!ctx.settings.signups) throw new AuthError('signup_disabled')
    if (!body.email && !body.phone) {
      if (!ctx.settings.anonymous) throw new AuthError('anonymous_provider_disabled')
      await ctx.limits.request('anonymous', request.ip, now)
      assertMetadataStorable(data)
      await ctx.puzzles.admit({ email: '', ip: request.ip }, solution, now)
      const session = await signUpAnonymously(ctx, data, clientInfo(request), now)
      return answerSession(ctx, request, reply, session, now)
    }
    assertPasswordAcceptable(ctx.settings.passwords, password)
    if (body.email && body.phone) throw invalid(authMessages.onlyOneAddress)
    const codeChallenge = codeChallengeOf(body)
    if (body.phone) throw new AuthError('phone_provider_disabled')
    const email = emailAddress(body.email)
    assertMetadataStorable(data)
    const redirectTo = requestedRedirect(ctx, request)
    const given = { email, password, data, codeChallenge, redirectTo }
    await ctx.puzzles.admit({ email, ip: request.ip }, solution, now)
    if (!ctx.settings.autoconfirm) {
      await ctx.limits.mail(request.ip, now)
      return signUp(ctx, given, now)
    }
    const session = await signUpConfirmed(ctx, given, clientInfo(request), now)
    return answerSession(ctx, request, reply, session, now)
  })

  for (const path of ['otp', 'magiclink'] as const) {
    app.post(`/${path}`, async (request) => {
      const now = ctx.clock()
      await ctx.limits.request(path, request.ip, now)
      const body = bodyOf(authBodies.otp, request)
      if (body.email && body.phone) throw invalid(authMessages.onlyOneAddress)
      if (body.phone) throw new AuthError('phone_provider_disabled')
      const { data = {}, create_user: createUser = true } = body
      const email = emailAddress(body.email)
      const codeChallenge = codeChallengeOf(body)
      assertMetadataStorable(data)
      const redirectTo = requestedRedirect(ctx, request)
      // The response must not reveal whether the address has an account. A request that only signs in creates none.
      if (createUser) {
        const solution = body.gotrue_meta_security?.captcha_token
        await ctx.puzzles.admit({ email, ip: request.ip }, solution, now)
      }
      await ctx.limits.mail(request.ip, now)
      await requestOtp(ctx, { email, createUser, data, codeChallenge, redirectTo }, now)
      return {}
    })
  }

  app.post('/recover', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('recover', request.ip, now)
    const body = bodyOf(authBodies.recover, request)
    const email = emailAddress(body.email, authMessages.recoveryEmailRequired)
    const codeChallenge = codeChallengeOf(body)
    await ctx.limits.mail(request.ip, now)
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
    await ctx.limits.mail(request.ip, now)
    await (body.type === 'signup' ? resendSignup : resendEmailChange)(ctx, given, now)
    return {}
  })
}
