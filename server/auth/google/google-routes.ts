import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#server/db/transaction.ts'
import type { GooglePerson } from '#server/providers/google/google-provider.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { clientInfo, queryValue, requestedRedirect } from '#server/auth/sessions/auth-request.ts'
import { browserOf, nameBrowser } from './browser-cookie.ts'
import { codeChallengeOf, issueAuthCode } from '#server/auth/sessions/flow-states.ts'
import { accountForGoogle, linkGoogle } from './google-account.ts'
import {
  beginGoogleFlow,
  type GoogleFlow,
  isKept,
  type Linking,
  takeGoogleFlow,
} from './google-flow.ts'
import { withFragment, withQuery } from '#server/auth/settings/redirects.ts'
import { assertNotBanned, openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'

/** Query names that belong to us or to OAuth. A client's other query values are passed to Google. */
const RESERVED = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code',
  'request',
  'request_uri',
  'invite_token',
])

const RETURNED = {
  unknown: { error_code: 'bad_oauth_state', error_description: 'OAuth state not found or expired' },
  expired: { error_code: 'bad_oauth_state', error_description: 'OAuth state has expired' },
  used: {
    error_code: 'flow_state_already_used',
    error_description: 'OAuth state was already used',
  },
  elsewhere: {
    error_code: 'bad_oauth_state',
    error_description: 'This sign-in was begun in another browser',
  },
  incomplete: {
    error_code: 'bad_oauth_callback',
    error_description: 'OAuth callback with missing state',
  },
} as const

/** The routes to Google and back. */
export function googleRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const now = ctx.clock()
    await ctx.limits.request('authorize', request.ip, now)
    const provider = queryValue(request, 'provider') ?? ''
    if (provider !== 'google')
      throw invalid(`Unsupported provider: provider ${provider.slice(0, 40)} is not enabled`)
    return leave(reply, await wayToGoogle(ctx, request, reply, null, now))
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/callback',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = new URLSearchParams(
        flatQuery({ ...(request.query as object), ...(request.body as object | null) }),
      )
      if (request.method === 'GET') return callback(ctx, request, reply, answer)
      // A form posted by another site arrives without our cookie; the GET it redirects to carries it.
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`${ctx.settings.issuer}/callback?${answer}`, 303)
    },
  })
}

/** Starts a flow and returns where to send the browser: to Google, or back with the reason why not. */
export async function wayToGoogle(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  linking: Linking | null,
  now: Date,
): Promise<string> {
  const codeChallenge = codeChallengeOf({
    code_challenge: queryValue(request, 'code_challenge'),
    code_challenge_method: queryValue(request, 'code_challenge_method'),
  })
  const redirectTo = requestedRedirect(ctx, request)
  const browser = nameBrowser(ctx.settings, request, reply)
  const begun = { codeChallenge, redirectTo, linking, browser }
  const flow = await beginGoogleFlow(ctx.pool, begun, now)
  const scopes = (queryValue(request, 'scopes') ?? '')
    .split(/[\s,]+/)
    .filter((scope) => scope !== '')
  try {
    return await ctx.google.authorizationUrl(flow.checks, scopes, extraOf(request))
  } catch (error) {
    return failed(ctx, flow, error)
  }
}

async function callback(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: URLSearchParams,
) {
  const now = ctx.clock()
  const state = answer.get('state')
  const browser = browserOf(ctx.settings, request)
  const flow =
    state === null ? 'incomplete' : await takeGoogleFlow(ctx.pool, { state, browser }, now)
  if (typeof flow === 'string') {
    const reason = { error: 'invalid_request', ...RETURNED[flow] }
    return reply
      .header('referrer-policy', 'no-referrer')
      .redirect(withQuery(ctx.settings.siteUrl, reason), 303)
  }
  const refused = answer.get('error')
  if (refused !== null) {
    const description = answer.get('error_description') ?? 'Sign-in was not completed'
    return leave(reply, both(flow, { error: refused, error_description: description }))
  }
  try {
    return leave(
      reply,
      await arrive(ctx, request, flow, await ctx.google.personOf(answer, flow.checks), now),
    )
  } catch (error) {
    return leave(reply, failed(ctx, flow, error))
  }
}

/** Signs in the person Google vouches for, and returns where they go next. */
async function arrive(
  ctx: AuthContext,
  request: FastifyRequest,
  flow: GoogleFlow,
  person: GooglePerson,
  now: Date,
): Promise<string> {
  const client = clientInfo(request)
  const outcome = await inTransaction(ctx.pool, async (tx) => {
    const { linkingUserId } = flow
    const user =
      linkingUserId === null
        ? await accountForGoogle(tx, person, ctx.settings, now)
        : await linkGoogle(tx, linkingUserId, person, now)
    assertNotBanned(user, now, 403)
    // The account is locked by now, so nothing can end this unnoticed.
    if (linkingUserId !== null && !(await isKept(tx, flow)))
      throw new AuthError('flow_state_not_found')
    const { codeChallenge } = flow
    if (codeChallenge === null) return openSession(ctx, tx, user, { method: 'oauth', client }, now)
    return issueAuthCode(tx, { userId: user.id, codeChallenge, method: 'oauth' }, now)
  })
  if (typeof outcome === 'string') return withQuery(flow.redirectTo, { code: outcome })
  const session = await sessionAnswer(ctx, outcome, now)
  return withFragment(flow.redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    provider_token: person.accessToken,
    ...(person.refreshToken === null ? {} : { provider_refresh_token: person.refreshToken }),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  })
}

/** Our own refusals are shown to the person; anything else is ours to investigate. */
function failed(ctx: AuthContext, flow: GoogleFlow, error: unknown): string {
  if (error instanceof AuthError) {
    return both(flow, {
      error: 'access_denied',
      error_code: error.code,
      error_description: error.message,
    })
  }
  // Name and code only: the provider's responses carry tokens.
  const { name, code } = error as { name?: string; code?: string }
  ctx.log.warn({ name, code }, 'sign-in with Google failed')
  return both(flow, {
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Sign-in with Google did not work. Please try again.',
  })
}

/** Clients look for failures in the query or in the fragment, depending on their flow. */
function both(flow: GoogleFlow, failure: Record<string, string>): string {
  return withFragment(withQuery(flow.redirectTo, failure), failure)
}

function leave(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(target, 302)
}

function extraOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(flatQuery(request.query as object))
  return Object.fromEntries(entries.filter(([name]) => !RESERVED.has(name)))
}

/** Repeated values are dropped: it is unclear which is meant. */
function flatQuery(values: object): Record<string, string> {
  const entries = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
