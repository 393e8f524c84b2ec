import type { FastifyInstance, FastifyReply } from 'fastify'
import { paths } from '#contract/paths.ts'
import { isLiveNotMeLink } from '#server/auth/records/not-me-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { clientInfo, queryValue } from '#server/auth/sessions/auth-request.ts'
import { escapeHtml } from '#server/html/html.ts'
import { plainPage } from '#server/html/plain-page.ts'
import { disownSignIn } from './not-me.ts'

/** The form of a token in our links; anything else is an unknown link. */
const TOKEN = /^[0-9a-f]{32}$/

/**
 * "It was not me" in a mail: a page that asks first, because scanners open every link, and a button that performs the
 * action.
 */
export function notMeRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/not-me', { exposeHeadRoute: false }, async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('verify', request.ip, now)
    const token = queryValue(request, 'token') ?? ''
    const works = TOKEN.test(token) && (await isLiveNotMeLink(ctx.pool, token, now))
    return works ? send(ctx, reply, ask(token)) : send(ctx, reply, over(ctx))
  })

  // The form's content type is read as for /verify.
  app.post('/not-me', async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('verify', request.ip, now)
    const given = (request.body as Record<string, unknown> | null)?.['token']
    const token = typeof given === 'string' ? given : ''
    const done =
      TOKEN.test(token) && (await disownSignIn(ctx, { token, client: clientInfo(request) }, now))
    return send(ctx, reply, done ? finished(ctx) : over(ctx))
  })
}

interface Page {
  title: string
  body: string
}

const ask = (token: string): Page => ({
  title: 'Was this not you?',
  body: `<p>We sign out every device and switch your password off, so that anyone else who signed in is out. Authenticator apps added since then are removed. Then you choose a new password. If it was you, close this page: nothing happens.</p>
<form method="post" action="not-me"><input type="hidden" name="token" value="${token}"><button type="submit">It was not me</button></form>`,
})

const finished = (ctx: AuthContext): Page => ({
  title: 'Everyone is signed out',
  body: `<p>Every device is signed out, and the old password no longer works. <a href="${newPassword(ctx)}">Choose a new password</a>: we mail you a link. Then look at Recent activity under Settings, Security.</p>`,
})

const over = (ctx: AuthContext): Page => ({
  title: 'This link no longer works',
  body: `<p>It was used before, or it is more than a week old. <a href="${newPassword(ctx)}">Choose a new password</a> instead: it signs out every device, too.</p>`,
})

const newPassword = ({ settings }: AuthContext) =>
  escapeHtml(settings.siteUrl + paths.forgotPassword)

function send({ settings }: AuthContext, reply: FastifyReply, page: Page): FastifyReply {
  const { html, headers } = plainPage({ brandName: settings.brandName, ...page })
  return reply.headers(headers).send(html)
}
