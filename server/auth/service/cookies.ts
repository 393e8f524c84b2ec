import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'

type Site = Pick<AuthSettings, 'siteUrl'>

/** Identifies a cookie: its unprefixed name, and the path it is sent to. */
export interface CookieName {
  name: string
  path: string
}

/** A cookie that scripts cannot read. */
export interface Cookie extends CookieName {
  /** Only characters that need no quoting. */
  value: string
  /** In seconds. */
  maxAge: number
  sameSite: 'Strict' | 'Lax'
}

const isSecure = ({ siteUrl }: Site) => siteUrl.startsWith('https:')

/** Over HTTPS, browsers accept these only from the host itself, for the whole site (`__Host-`) or a path. */
function prefixed(site: Site, { name, path }: CookieName): string {
  if (!isSecure(site)) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** Returns the value of our cookie in the request, or null. */
export function cookieValue(
  site: Site,
  request: Pick<FastifyRequest, 'headers'>,
  cookie: CookieName,
): string | null {
  const { cookie: header = '' } = request.headers
  return parseCookie(header)[prefixed(site, cookie)] ?? null
}

/** Adds a cookie to a response. */
export function setCookie(site: Site, reply: FastifyReply, cookie: Cookie): void {
  const { value, path, maxAge, sameSite } = cookie
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', `SameSite=${sameSite}`]
  if (isSecure(site)) attributes.push('Secure')
  void reply.header('set-cookie', [`${prefixed(site, cookie)}=${value}`, ...attributes].join('; '))
}
