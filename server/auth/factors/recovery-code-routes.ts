import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authBodies } from '#contract/auth-schemas.ts'
import { invalid } from '#server/auth/answers/auth-error.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { bodyOf, clientInfo } from '#server/auth/sessions/auth-request.ts'
import { answerSession } from '#server/auth/sessions/token-routes.ts'
import { requireNamed } from '#server/auth/sessions/named-session.ts'
import {
  makeRecoveryCodes,
  passByRecoveryCode,
  recoveryCodesLeft,
  remakeRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts'
import { factorName } from './second-factors.ts'

const PATH = '/factors/recovery-codes'

/**
 * Recovery codes, through the official client's calls (`mfa.recoveryCodes`): count the remaining ones, create, replace,
 * remove, use.
 */
export function recoveryCodeRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const begin = async (request: FastifyRequest) => {
    const now = ctx.clock()
    await ctx.limits.request('factor', request.ip, now)
    const own = await requireNamed(ctx, request, now)
    return { own, now, client: clientInfo(request) }
  }

  app.get(PATH, async (request) =>
    recoveryCodesLeft(ctx, await requireNamed(ctx, request, ctx.clock())),
  )

  app.post(PATH, async (request) => {
    const { own, client, now } = await begin(request)
    const { friendly_name: given } = bodyOf(authBodies.makeRecoveryCodes, request)
    return makeRecoveryCodes(ctx, own, { client, friendlyName: factorName(given) }, now)
  })

  app.post(`${PATH}/regenerate`, async (request) => {
    const { own, client, now } = await begin(request)
    return remakeRecoveryCodes(ctx, own, { client }, now)
  })

  app.delete(PATH, async (request) => {
    const { own, client, now } = await begin(request)
    return removeRecoveryCodes(ctx, own, { client }, now)
  })

  app.post(`${PATH}/verify`, async (request, reply) => {
    const { own, client, now } = await begin(request)
    const { code = '' } = bodyOf(authBodies.verifyRecoveryCode, request)
    if (code === '') throw invalid('Code needs to be non-empty')
    const session = await passByRecoveryCode(ctx, own, { code, client }, now)
    return answerSession(ctx, request, reply, session, now)
  })
}
