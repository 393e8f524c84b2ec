import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie } from 'cookie'
import { AUTH_SECONDS, LEFT_COOKIE } from '#contract/auth.ts'
import type { AuthSession } from '#contract/auth-schemas.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { cookieValue, setCookie } from '#server/auth/service/cookies.ts'
import { type PageClaims, readPageToken, writePageToken } from './page-token.ts'

/**
 * The page cookie (decision 0104): the server uses it to render pages for the person who opens them, and for nothing
 * else. Every response with a session replaces it, for as long as that response's access token lasts.
 */

const COOKIE = { name: 'page-session', path: '/' }

type Site = Pick<AuthContext, 'settings'>
type Signed = Site & Pick<AuthContext, 'keyring'>
/** The parts of a request that are read. */
export type CookieCarrier = Pick<FastifyRequest, 'headers'>

/** Sets the cookie for the session just returned, unless another site's script requested it. */
export function setPageCookie(
  ctx: Signed,
  request: CookieCarrier,
  reply: FastifyReply,
  { sessionId, session }: { sessionId: string; session: AuthSession },
): void {
  if (!isAskedByOurPages(ctx, request)) return
  const claims = { sessionId, userId: session.user.id }
  setCookie(ctx.settings, reply, {
    ...COOKIE,
    value: writePageToken(ctx.keyring, claims, session.expires_at),
    maxAge: AUTH_SECONDS.accessToken,
    sameSite: 'Lax',
  })
  if (hasLeft(request)) void reply.header('set-cookie', `${LEFT_COOKIE}=; Path=/; Max-Age=0`)
}

/** Removes it from the browser, because this device signed out. */
export function clearPageCookie(ctx: Site, reply: FastifyReply): void {
  setCookie(ctx.settings, reply, { ...COOKIE, value: '', maxAge: 0, sameSite: 'Lax' })
}

/**
 * Returns the person the request's cookie was made for; null without a valid one, and once this browser has signed out.
 */
export function pageClaimsOf(ctx: Signed, request: CookieCarrier, now: Date): PageClaims | null {
  if (hasLeft(request)) return null
  const value = cookieValue(ctx.settings, request, COOKIE)
  return value === null ? null : readPageToken(ctx.keyring, value, now)
}

/**
 * A page that could not reach the server to sign out sets this mark (web/api/session.tsx). The mark can only take
 * access away.
 */
const hasLeft = ({ headers }: CookieCarrier): boolean =>
  parseCookie(headers.cookie ?? '')[LEFT_COOKIE] !== undefined

/** Our pages on another host sign in as well, but their cookies do not belong to this host. */
function isAskedByOurPages({ settings }: Site, { headers }: CookieCarrier): boolean {
  const site = headers['sec-fetch-site']
  const isSameOrigin = site === undefined || site === 'same-origin' || site === 'none'
  const { origin } = headers
  return isSameOrigin && (origin === undefined || origin === new URL(settings.siteUrl).origin)
}
