import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { accountKey, type AuthContext } from './auth-context.ts'
import { cookieValue, setCookie } from './cookies.ts'
import type { Guesser } from '#server/auth/limits/rate-limits.ts'

/**
 * A browser that was signed in to an account keeps a cookie that proves it, and has its own attempts at the password:
 * wrong guesses elsewhere do not lock it out (decision 0031). The cookie grants nothing.
 * It holds an entry for each of the last few accounts, newest first: `<session>.<seconds since 1970, base 36>.<MAC>`.
 * The session is the one the browser signed in with, so no one can create more devices than sign-ins.
 */

const ENTRIES = 5
const ENTRY = /^([\w-]{22})\.([0-9a-z]{1,8})\.([\w-]{22})$/
const MAC_BYTES = 16

type Devices = Pick<AuthContext, 'keyring' | 'settings'>

/** Sent to the auth service only. */
const cookieOf = ({ settings }: Devices) =>
  ({ name: 'known-device', path: new URL(settings.issuer).pathname }) as const

const deviceOfSession = (sessionId: string): string =>
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Returns the device that the request proves to be for this account (its address lower-cased), as the name its attempts
 * count under; otherwise null.
 */
export function deviceOf(
  ctx: AuthContext,
  request: FastifyRequest,
  email: string,
  now: Date,
): string | null {
  const found = entriesOf(ctx, request).find((entry) => isGenuine(ctx, entry, email, now))
  return found === undefined ? null : (found.split('.')[0] ?? null)
}

/** A signed-in person who enters a secret of their own account uses the attempts of that session's device. */
export function signedInGuesser(ctx: AuthContext, sessionId: string, email: string): Guesser {
  return { account: accountKey(ctx, email), ip: '', device: deviceOfSession(sessionId) }
}

/** Makes the browser that receives this response known to the account. */
export function rememberDevice(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: { email: string; sessionId: string },
  now: Date,
): void {
  const id = deviceOfSession(signedIn.sessionId)
  const since = Math.floor(now.getTime() / 1_000).toString(36)
  const mac = macBy(ctx, ctx.keyring.maker, signedIn.email, id, since)
  const entry = `${id}.${since}.${mac?.toString('base64url') ?? ''}`
  const others = entriesOf(ctx, request).filter((one) => !isGenuine(ctx, one, signedIn.email, now))
  const value = [entry, ...others].slice(0, ENTRIES).join('~')
  setCookie(ctx.settings, reply, {
    ...cookieOf(ctx),
    value,
    maxAge: AUTH_SECONDS.knownDevice,
    sameSite: 'Strict',
  })
}

function entriesOf(ctx: Devices, request: FastifyRequest): string[] {
  const value = cookieValue(ctx.settings, request, cookieOf(ctx)) ?? ''
  return value
    .split('~')
    .slice(0, ENTRIES)
    .filter((entry) => ENTRY.test(entry))
}

/** Verified with any version of the key: a browser stays known across rotations. */
function isGenuine(ctx: Devices, entry: string, email: string, now: Date): boolean {
  const [, id = '', since = '', mac = ''] = ENTRY.exec(entry) ?? []
  const age = now.getTime() / 1_000 - Number.parseInt(since, 36)
  if (!(age < AUTH_SECONDS.knownDevice)) return false
  return ctx.keyring.versions.some((version) => {
    const expected = macBy(ctx, version, email, id, since)
    return expected !== null && timingSafeEqual(expected, Buffer.from(mac, 'base64url'))
  })
}

function macBy(
  { keyring }: Devices,
  version: number,
  email: string,
  id: string,
  since: string,
): Buffer | null {
  const account = keyring.macBy(version, 'account', email)?.toString('base64url') ?? ''
  return keyring.macBy(version, 'known device', account, id, since)?.subarray(0, MAC_BYTES) ?? null
}
