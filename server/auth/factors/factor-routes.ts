import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authBodies } from '#contract/auth-schemas.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { bodyOf, clientInfo } from '#server/auth/sessions/auth-request.ts'
import { challengeFactor, verifyFactor } from './factor-challenges.ts'
import { enrolFactor, factorName, removeFactor } from './second-factors.ts'
import { requireNamed } from '#server/auth/sessions/named-session.ts'
import { challengePasskeys, passByPasskey } from './passkey-factor.ts'
import { answerSession } from '#server/auth/sessions/token-routes.ts'

const uuid = z.uuid()

/** Authenticator apps: enrol, challenge, verify, remove. GET /user lists them. Passkeys are challenged and verified here, too. */
export function factorRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/factors', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('factor', request.ip, now)
    const own = await requireNamed(ctx, request, now)
    const body = bodyOf(authBodies.enrolFactor, request)
    if (body.factor_type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled')
    if (body.factor_type === 'webauthn') throw new AuthError('mfa_webauthn_enroll_not_enabled')
    if (body.factor_type !== 'totp')
      throw invalid('factor_type needs to be totp, phone, or webauthn')
    const friendlyName = factorName(body.friendly_name)
    return enrolFactor(ctx, own, { friendlyName, issuer: issuerOf(body.issuer) }, now)
  })

  app.post('/factors/:id/challenge', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('factor', request.ip, now)
    const own = await requireNamed(ctx, request, now)
    const { ip } = clientInfo(request)
    const id = factorId(request)
    return (
      (await challengePasskeys(ctx, own, { id, ip }, now)) ??
      challengeFactor(ctx, own, { factorId: id, ip }, now)
    )
  })

  app.post('/factors/:id/verify', async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('factor', request.ip, now)
    const own = await requireNamed(ctx, request, now)
    const id = factorId(request)
    const body = bodyOf(authBodies.verifyFactor, request)
    const { challenge_id: challengeId = '', code = '', webauthn } = body
    const client = clientInfo(request)
    if (webauthn !== undefined) {
      const given = { challengeId, credential: webauthn.credential_response, client }
      return answerSession(ctx, request, reply, await passByPasskey(ctx, own, given, now), now)
    }
    if (code === '') throw invalid('Code needs to be non-empty')
    if (!uuid.safeParse(challengeId).success)
      throw new AuthError('mfa_factor_not_found', { status: 422 })
    const answer = { factorId: id, challengeId, code, client }
    return answerSession(ctx, request, reply, await verifyFactor(ctx, own, answer, now), now)
  })

  app.delete('/factors/:id', async (request) => {
    const now = ctx.clock()
    const own = await requireNamed(ctx, request, now)
    const given = { factorId: factorId(request), client: clientInfo(request) }
    return removeFactor(ctx, own, given, now)
  })
}

function factorId(request: FastifyRequest): string {
  const id = (request.params as { id?: string }).id ?? ''
  if (!uuid.safeParse(id).success) throw new AuthError('mfa_factor_not_found')
  return id
}

/** Shown above the code in the app. A colon would end it early in the otpauth address. */
function issuerOf(given: string | undefined): string | undefined {
  const issuer = (given ?? '').replace(/[\p{Cc}\p{Surrogate}:]/gu, ' ').trim()
  return issuer === '' ? undefined : issuer.slice(0, 60)
}
