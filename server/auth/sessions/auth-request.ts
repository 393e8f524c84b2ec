import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AccessClaims } from '#server/auth/keys/token-memory.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { redirectTarget } from '#server/auth/settings/redirects.ts'
import {
  findOwnAccount,
  findSession,
  type FoundSession,
  type OwnAccount,
} from '#server/auth/records/open-session-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { assertNotBanned, type OpenSession } from './sessions.ts'

/**
 * Returns the body, validated by its schema: 400 bad_json when it is not an object, validation_failed for a field of
 * the wrong type.
 */
export function bodyOf<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  const body: unknown = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AuthError('bad_json')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(
    issue === undefined ? 'The request is not valid' : `${issue.path.join('.')}: ${issue.message}`,
  )
}

/** Returns one value of the query; a repeated or nested one counts as absent. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns where this request wants the person to land, if allowed; otherwise the product's address (AUTH §1.10). */
export function requestedRedirect(ctx: AuthContext, request: FastifyRequest): string {
  const form = request.body as Record<string, unknown> | null | undefined
  return redirectTarget(ctx.settings, [
    queryValue(request, 'redirect_to'),
    request.headers['redirect_to'],
    form?.['redirect_to'],
    request.headers.referer,
  ])
}

/** The origin from which a session is opened. */
export function clientInfo(request: FastifyRequest): ClientInfo {
  const agent = request.headers['user-agent']
  // PostgreSQL accepts no zone ("fe80::1%eth0") in an address.
  return {
    ip: request.ip.split('%')[0] ?? request.ip,
    userAgent: agent === undefined ? null : agent.slice(0, 400),
  }
}

/** Returns the live session behind the request's bearer token. The row is read every time (AUTH §1.8). */
export async function requireSession(
  ctx: AuthContext,
  request: FastifyRequest,
  now: Date,
): Promise<OpenSession> {
  return sessionOf(ctx, await ctx.accessTokens.verify(bearerToken(request), now), now)
}

/** Returns the request's token. Throws no_authorization when there is none. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new AuthError('no_authorization')
  return token
}

/** Returns the live session that a valid token names. */
export async function sessionOf(
  ctx: AuthContext,
  claims: AccessClaims,
  now: Date,
): Promise<OpenSession> {
  return stillOpen(await findSession(ctx.pool, claims.userId, claims.sessionId), now)
}

/** Returns the account behind the request's bearer token, as its owner may see it; also read every time. */
export async function requireOwnAccount(
  ctx: AuthContext,
  request: FastifyRequest,
  now: Date,
): Promise<OwnAccount> {
  const { userId, sessionId } = await ctx.accessTokens.verify(bearerToken(request), now)
  const found = await findOwnAccount(ctx.pool, userId, sessionId)
  return stillOpen(found, now)
}

/** Throws the errors of AUTH §1.8 when the account or the session is gone. */
function stillOpen<Found extends FoundSession | OwnAccount>(
  found: Found | null,
  now: Date,
): Found & { session: NonNullable<Found['session']> } {
  if (found === null) throw new AuthError('user_not_found')
  const { user, session } = found
  assertNotBanned(user, now, 403)
  if (session === null || hasEnded(session.not_after, now)) throw new AuthError('session_not_found')
  return { ...found, session }
}

function hasEnded(notAfter: string | null, now: Date): boolean {
  return notAfter !== null && Date.parse(notAfter) <= now.getTime()
}
