import type { AuthSession } from '#contract/auth-schemas.ts'
import { authMessages } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { accountKey, type AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { kindsOf, type Redeemed, redeemCode, redeemLink } from './confirmation.ts'
import { issueAuthCode } from '#server/auth/sessions/flow-states.ts'
import { isPkceToken, type TokenKind } from '#server/auth/records/one-time-tokens.ts'
import { withFragment, withQuery } from '#server/auth/settings/redirects.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'

/** A link opened in a browser. */
export interface OpenedLink {
  token: string
  type: string
  /** Already allowed. */
  redirectTo: string
  /** The page found that this browser did not make the request, so an auth code would be useless in it. */
  elsewhere: boolean
  client: ClientInfo
}

/** The `amr` method of a session that came from a mail. */
const METHODS: Partial<Record<TokenKind, string>> = {
  signup: 'email/signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change_new: 'email_change',
  email_change_current: 'email_change',
}

const HALF_WAY = { message: authMessages.emailChangeHalf, sb: '' }

/** Redeems a link and returns where the browser goes next, whatever the outcome. */
export async function openLink(ctx: AuthContext, link: OpenedLink, now: Date): Promise<string> {
  const kinds = kindsOf(link.type)
  const outcome = kinds === null ? null : await redeemInBrowser(ctx, link, kinds, now)
  if (outcome !== null) return outcome
  return expiredLinkTarget(link)
}

/** Where an unknown, used or expired link leads. */
export function expiredLinkTarget({
  token,
  redirectTo,
}: Pick<OpenedLink, 'token' | 'redirectTo'>): string {
  const failure = {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: authMessages.linkExpired,
  }
  const target = isPkceToken(token) ? withQuery(redirectTo, failure) : redirectTo
  return withFragment(target, { ...failure, sb: '' })
}

async function redeemInBrowser(
  ctx: AuthContext,
  link: OpenedLink,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<string | null> {
  const { redirectTo, client } = link
  try {
    const next = await inTransaction(ctx.pool, async (tx) => {
      const redeemed = await redeemLink(ctx, tx, link.token, kinds, now)
      if (redeemed === null) return null
      const { user, codeChallenge, kind } = redeemed
      if (user === null) return withFragment(redirectTo, HALF_WAY)
      if (link.elsewhere && kind === 'signup')
        return `${ctx.settings.siteUrl}${paths.confirmedElsewhere}`
      const method = METHODS[kind] ?? 'otp'
      if (codeChallenge === null) return openSession(ctx, tx, user, { method, client }, now)
      const code = await issueAuthCode(tx, { userId: user.id, codeChallenge, method }, now)
      return withQuery(redirectTo, { code })
    })
    if (next === null || typeof next === 'string') return next
    const answer = await sessionAnswer(ctx, next, now)
    return withFragment(redirectTo, fragmentOf(answer, link.type))
  } catch (error) {
    // Refusals are shown on the page the person lands on; only bugs and outages are reported here.
    if (!(error instanceof AuthError)) throw error
    if (error.code === 'otp_expired') return null
    return withFragment(redirectTo, {
      error: 'access_denied',
      error_code: error.code,
      error_description: error.message,
      sb: '',
    })
  }
}

function fragmentOf(session: AuthSession, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    type,
  }
}

/** A client's credential: a link's token, or an address with its code. */
export type VerifyCall = { type: string; client: ClientInfo } & (
  | { tokenHash: string }
  | { email: string; code: string; device: string | null }
)

/** Redeems for a client and returns its session; null after the first half of an email change. */
export async function verifyForClient(
  ctx: AuthContext,
  call: VerifyCall,
  now: Date,
): Promise<AuthSession | null> {
  const byLink = 'tokenHash' in call
  const kinds = kindsOf(call.type)
  if (kinds === null)
    throw byLink ? invalid('Invalid verification type') : new AuthError('otp_expired')
  const guesser = byLink
    ? null
    : { account: accountKey(ctx, call.email), ip: call.client.ip, device: call.device }
  if (guesser !== null) await ctx.limits.attempt('code', guesser, now)
  const outcome = await inTransaction(ctx.pool, async (tx) => {
    const redeemed: Redeemed | null = byLink
      ? await redeemLink(ctx, tx, call.tokenHash, kinds, now)
      : await redeemCode(ctx, tx, { email: call.email, code: call.code, kinds }, now)
    // Returned, not thrown: a wrong code's count must be committed.
    if (redeemed === null) return 'refused'
    if (redeemed.user === null) return 'half way'
    return openSession(ctx, tx, redeemed.user, { method: 'otp', client: call.client }, now)
  })
  if (outcome === 'refused') {
    throw new AuthError('otp_expired', byLink ? { message: authMessages.linkExpired } : {})
  }
  if (guesser !== null) await ctx.limits.attemptWasRight('code', guesser)
  return outcome === 'half way' ? null : sessionAnswer(ctx, outcome, now)
}
