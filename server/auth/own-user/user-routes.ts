import type { FastifyInstance } from 'fastify'
import type { AccountAct } from '#contract/account-log.ts'
import { authBodies } from '#contract/auth-schemas.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import {
  bodyOf,
  clientInfo,
  queryValue,
  requestedRedirect,
  requireOwnAccount,
  requireSession,
} from '#server/auth/sessions/auth-request.ts'
import { emailAddress } from '#server/auth/settings/email-address.ts'
import { clearPageCookie } from '#server/auth/sessions/page-cookie.ts'
import { codeChallengeOf } from '#server/auth/sessions/flow-states.ts'
import { changeOwnUser } from './own-user.ts'
import { proveAgain } from './prove-again.ts'
import { assertPasswordAcceptable } from '#server/auth/passwords/password-policy.ts'
import { assertPhoneNumber } from '#server/auth/settings/phone-number.ts'
import { deleteSession, deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { requestReauthentication } from '#server/auth/mailed-links/reauthentication.ts'
import { presentUser } from '#server/auth/records/user-presenter.ts'
import { lockUser } from '#server/auth/records/user-store.ts'

/** Calls of a signed-in person about themselves. */
export function userRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user', async (request) => {
    const { user, identities, factors } = await requireOwnAccount(ctx, request, ctx.clock())
    return presentUser(user, identities, factors)
  })

  app.put('/user', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('user', request.ip, now)
    const own = await requireSession(ctx, request, now)
    const body = bodyOf(authBodies.updateUser, request)
    if (body.app_metadata !== undefined && body.app_metadata !== null)
      throw new AuthError('not_admin')
    if (body.phone) {
      assertPhoneNumber(body.phone)
      throw new AuthError('phone_provider_disabled')
    }
    const { data, password, nonce, current_password: currentPassword } = body
    if (password !== undefined) assertPasswordAcceptable(ctx.settings.passwords, password)
    const email = body.email ? emailAddress(body.email) : undefined
    const redirectTo = requestedRedirect(ctx, request)
    if (email !== undefined && email !== own.user.email) await ctx.limits.mail(request.ip, now)
    return changeOwnUser(
      ctx,
      own,
      {
        email,
        password,
        currentPassword,
        nonce,
        data,
        codeChallenge: codeChallengeOf(body),
        redirectTo,
        client: clientInfo(request),
      },
      now,
    )
  })

  // A HEAD request would also send mail.
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('reauthenticate', request.ip, now)
    const { user } = await requireSession(ctx, request, now)
    await ctx.limits.mail(request.ip, now)
    await requestReauthentication(ctx, user, now)
    return {}
  })

  // Our own call, beside the official ones: the way to resolve `proof_needed`.
  app.post('/reauthenticate', async (request) => {
    const now = ctx.clock()
    await ctx.limits.request('reauthenticate', request.ip, now)
    const own = await requireSession(ctx, request, now)
    await proveAgain(ctx, own, bodyOf(authBodies.proveAgain, request), now)
    return {}
  })

  app.post('/logout', async (request, reply) => {
    const scope = queryValue(request, 'scope') ?? 'global'
    const now = ctx.clock()
    const { user, session } = await requireSession(ctx, request, now)
    const endAll = (act: AccountAct, but: string | null) =>
      inTransaction(ctx.pool, async (tx) => {
        // Locked before its sessions, as by everything that ends them and then refers to the account.
        await lockUser(tx, user.id)
        await deleteSessionsOf(tx, user.id, but)
        await logAccountAct(tx, user.id, act, clientInfo(request), now)
      })
    if (scope === 'global') await endAll('signed_out_everywhere', null)
    else if (scope === 'others') await endAll('signed_out_others', session.id)
    else if (scope === 'local') await deleteSession(ctx.pool, session.id)
    else throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`)
    if (scope !== 'others') clearPageCookie(ctx, reply)
    return reply.status(204).send()
  })
}
