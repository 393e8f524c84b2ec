import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { assertMayChange } from '#server/auth/passkeys/own-passkeys.ts'
import { clientInfo, queryValue, requireSession } from '#server/auth/sessions/auth-request.ts'
import { assertFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { unlinkIdentity } from './identity-links.ts'
import { wayToGoogle } from './google-routes.ts'

const uuid = z.uuid()

/**
 * Sign-in methods, linked and unlinked by their owner if the instance allows it, and the calls that do not exist here.
 */
export function identityRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const now = ctx.clock()
    const own = await requireSession(ctx, request, now)
    await assertMayLink(ctx, own, now)
    const { user, session } = own
    assertOwnPage(ctx, request)
    const provider = queryValue(request, 'provider') ?? ''
    if (provider !== 'google')
      throw invalid(`Unsupported provider: provider ${provider.slice(0, 40)} is not enabled`)
    const url = await wayToGoogle(
      ctx,
      request,
      reply,
      { userId: user.id, sessionId: session.id },
      now,
    )
    if (queryValue(request, 'skip_http_redirect') === 'true') return { url }
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 302)
  })

  app.delete('/user/identities/:id', async (request) => {
    const now = ctx.clock()
    const own = await requireSession(ctx, request, now)
    await assertMayLink(ctx, own, now)
    const { user } = own
    const { id = '' } = request.params as { id?: string }
    if (!uuid.safeParse(id).success) throw new AuthError('identity_not_found')
    await unlinkIdentity(ctx, user.id, { identityId: id, client: clientInfo(request) }, now)
    return {}
  })

  app.post('/sso', async () => {
    throw new AuthError('saml_provider_disabled')
  })
}

/**
 * Throws manual_linking_disabled, insufficient_aal below the account's second factor, proof_needed without a fresh
 * proof: otherwise someone at an unattended browser could add an account of their own, and come back whenever they like.
 */
async function assertMayLink(ctx: AuthContext, own: OpenSession, now: Date): Promise<void> {
  if (!ctx.settings.manualLinking) throw new AuthError('manual_linking_disabled')
  await assertMayChange(ctx, own)
  assertFreshlyProven(ctx.settings, own.session, now)
}

/**
 * Refuses pages of another origin even if they may sign people in. Their request carries no cookie, so the browser
 * returning from Google could not prove that it is the one that left, and would be refused only on its return.
 */
function assertOwnPage({ settings }: AuthContext, request: FastifyRequest): void {
  const { origin } = request.headers
  const site = new URL(settings.siteUrl).origin
  if (origin !== undefined && origin !== site)
    throw invalid(`Ways to sign in are added from pages of ${site} only`)
}
