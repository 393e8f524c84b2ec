import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_SECONDS } from '#contract/auth.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'
import { cookieValue, setCookie } from '#server/auth/service/cookies.ts'

/**
 * A random name for the browser in which a Google sign-in starts, valid for as long as that sign-in may take. It grants
 * nothing by itself: it only proves that the browser that returns is the one that left (RFC 9700 §4.7).
 */

const COOKIE = { name: 'sign-in', path: '/' }
const VALUE = /^[\w-]{22}$/

/** Returns this browser's name, or null when it has none. */
export function browserOf(settings: AuthSettings, request: FastifyRequest): string | null {
  const value = cookieValue(settings, request, COOKIE)
  return value !== null && VALUE.test(value) ? value : null
}

/** Returns the browser's name, setting it now if it has none. One name serves sign-ins in several tabs. */
export function nameBrowser(
  settings: AuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const value = browserOf(settings, request) ?? randomBytes(16).toString('base64url')
  // Lax, because Google returns the person by a link from its own site.
  setCookie(settings, reply, { ...COOKIE, value, maxAge: AUTH_SECONDS.flow, sameSite: 'Lax' })
  return value
}
