import type { FastifyInstance } from 'fastify'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'

/** Public metadata of the service: health, settings, public keys. */
export function publicRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const { anonymous, autoconfirm, signups } = ctx.settings
  app.get('/health', async () => ({
    version: '1',
    name: `${ctx.settings.brandName} Auth`,
    description: `${ctx.settings.brandName} Auth is a user registration and authentication API`,
  }))

  app.get('/settings', async () => ({
    external: { email: true, google: true, phone: false, anonymous_users: anonymous },
    disable_signup: !signups,
    mailer_autoconfirm: autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = await ctx.keys.published(ctx.clock())
    // Set only now, because a failure that caches keep would outlive its cause by ten minutes.
    void reply.header('cache-control', `public, max-age=${AUTH_SECONDS.keysCache}`)
    return { keys }
  })
}
