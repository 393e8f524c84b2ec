import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authBodies } from '#contract/auth-schemas.ts'
import { authMessages } from '#contract/auth.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import {
  bodyOf,
  clientInfo,
  queryValue,
  requestedRedirect,
} from '#server/auth/sessions/auth-request.ts'
import { kindsOf } from './confirmation.ts'
import { emailAddress } from '#server/auth/settings/email-address.ts'
import { deviceOf } from '#server/auth/service/known-device.ts'
import { peekToken } from '#server/auth/records/one-time-tokens.ts'
import { assertPhoneNumber } from '#server/auth/settings/phone-number.ts'
import { expiredLinkTarget, openLink, verifyForClient, type VerifyCall } from './verify.ts'
import { verifyPage } from './verify-page.ts'
import { answerSession } from '#server/auth/sessions/token-routes.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Links and codes from mails. A link opens a page that posts; a bare GET and a client's POST work too. */
export function mailedLinkRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })

  // HEAD is not registered: it would run the handler and consume the link.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('verify', request.ip, now)
    const link = linkOf({ token: queryValue(request, 'token'), type: queryValue(request, 'type') })
    const redirectTo = requestedRedirect(ctx, request)
    if (queryValue(request, 'via') !== 'mail' && !isPrefetch(request)) {
      const opened = { ...link, redirectTo, elsewhere: false, client: clientInfo(request) }
      return redirect(reply, await openLink(ctx, opened, now))
    }
    const kinds = kindsOf(link.type)
    const found = kinds === null ? null : await peekToken(ctx.pool, link.token, kinds, now)
    if (found === null) return redirect(reply, expiredLinkTarget({ token: link.token, redirectTo }))
    const { brandName, siteUrl } = ctx.settings
    const page = verifyPage({ brandName, siteUrl, ...link, redirectTo, found })
    return reply.headers(page.headers).send(page.html)
  })

  app.post('/verify', async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('verify', request.ip, now)
    if (request.headers['content-type']?.startsWith(FORM)) return pressed(ctx, request, reply, now)
    const session = await verifyForClient(ctx, callOf(ctx, request, now), now)
    if (session === null) return { code: '200', msg: authMessages.emailChangeHalf }
    return answerSession(ctx, request, reply, session, now)
  })
}

/** The page's button was pressed. */
async function pressed(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Record<string, string>
  const redirectTo = requestedRedirect(ctx, request)
  const elsewhere = form['elsewhere'] === '1'
  const opened = { ...linkOf(form), redirectTo, elsewhere, client: clientInfo(request) }
  return redirect(reply, await openLink(ctx, opened, now))
}

function linkOf({ token, type }: { token?: string | undefined; type?: string | undefined }) {
  if (!type) throw invalid(authMessages.verifyNeedsType)
  if (!token) throw invalid(authMessages.verifyNeedsToken)
  return { token, type }
}

function callOf(ctx: AuthContext, request: FastifyRequest, now: Date): VerifyCall {
  const body = bodyOf(authBodies.verify, request)
  const { type, token, token_hash: tokenHash } = body
  const client = clientInfo(request)
  if (!type) throw invalid(authMessages.verifyNeedsType)
  if (!token && !tokenHash) throw invalid(authMessages.verifyNeedsToken)
  if (token && tokenHash) throw invalid('Verify requires either a token or a token hash')
  if (tokenHash) {
    if (body.email || body.phone) throw invalid('Only the token_hash and type should be provided')
    return { type, client, tokenHash }
  }
  if (body.email && body.phone)
    throw invalid('Only an email address or phone number should be provided on verify')
  if (body.phone) {
    assertPhoneNumber(body.phone)
    throw new AuthError('otp_expired')
  }
  const email = emailAddress(body.email)
  return { type, client, email, code: token ?? '', device: deviceOf(ctx, request, email, now) }
}

/** A browser prefetching a link that no one has opened yet. */
function isPrefetch(request: FastifyRequest): boolean {
  const purpose = request.headers['sec-purpose'] ?? request.headers['purpose']
  return typeof purpose === 'string' && purpose.includes('prefetch')
}

/** 303: whatever the method was, the next request is a GET. */
function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(target, 303)
}
