import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, type Seen } from '#server/account-marks/account-marks.ts'
import type { AuthContext } from './auth-context.ts'
import { cookieValue, setCookie } from './cookies.ts'

/** A random id of the browser, the same for everyone who signs in with it. It grants nothing; only its keyed hash is stored. */
const NAME_BYTES = 16
/** 400 days, because browsers keep no cookie for longer. */
const KEPT_SECONDS = 34_560_000
const NAME = /^[\w-]{22}$/

/** Sent to the auth service only. */
const cookieOf = ({ settings }: Pick<AuthContext, 'settings'>) =>
  ({ name: 'browser', path: new URL(settings.issuer).pathname }) as const

/** Records where someone has just signed in or refreshed their session from (contract/rings.ts). */
export async function noteSignIn(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  now: Date,
): Promise<void> {
  const network = networkOf(request.ip.split('%')[0] ?? request.ip)
  const seen: Seen[] = [{ kind: 'device', value: nameDevice(ctx, request, reply) }]
  if (network !== null) seen.push({ kind: 'address', value: network })
  await ctx.marks.note(ctx.pool, userId, seen, now)
}

function nameDevice(ctx: AuthContext, request: FastifyRequest, reply: FastifyReply): string {
  const known = cookieValue(ctx.settings, request, cookieOf(ctx))
  const value =
    known !== null && NAME.test(known) ? known : randomBytes(NAME_BYTES).toString('base64url')
  setCookie(ctx.settings, reply, {
    ...cookieOf(ctx),
    value,
    maxAge: KEPT_SECONDS,
    sameSite: 'Strict',
  })
  return value
}
