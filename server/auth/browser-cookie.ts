import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { AuthSettings } from './auth-settings.ts'

/**
 * A random name for the browser in which a sign-in with Google begins, kept as long as that sign-in may take. It
 * opens nothing by itself: it only shows that the person who comes back is the one who left (RFC 9700 §4.7).
 */

const VALUE = /^[\w-]{22}$/

/** Browsers take a `__Host-` cookie only over HTTPS, and then from nobody but this very host. */
function cookieName({ siteUrl }: Pick<AuthSettings, 'siteUrl'>): string {
  return isSecure(siteUrl) ? '__Host-sign-in' : 'sign-in'
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

/** The name this browser was given, or null when it has none. */
export function browserOf(settings: AuthSettings, request: FastifyRequest): string | null {
  const name = cookieName(settings)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=')
    if (key === name && VALUE.test(value)) return value
  }
  return null
}

/** The browser's name, given to it now where it has none; one name serves sign-ins in several tabs. */
export function nameBrowser(
  settings: AuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const browser = browserOf(settings, request) ?? randomBytes(16).toString('base64url')
  // Lax: Google sends the person back by a link, from its own site.
  const attributes = ['Path=/', `Max-Age=${AUTH_SECONDS.flow}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure(settings.siteUrl)) attributes.push('Secure')
  void reply.header('set-cookie', [`${cookieName(settings)}=${browser}`, ...attributes].join('; '))
  return browser
}
