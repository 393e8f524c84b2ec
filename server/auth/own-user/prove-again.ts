import { AuthError } from '#server/auth/answers/auth-error.ts'
import { isOwnMailedCode } from '#server/auth/mailed-links/reauthentication.ts'
import { hasVerifiedFactor } from '#server/auth/records/factor-store.ts'
import { lockSession, setSessionMethods } from '#server/auth/records/session-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { signedInGuesser } from '#server/auth/service/known-device.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'

/**
 * The proof that a signed-in person gives: one of these. A code is a mailed one; an app's code goes through its own
 * challenge.
 */
interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/**
 * Proves again who a signed-in person is: the session counts as freshly proven for five minutes. A mailbox alone is not
 * enough for an account with a second factor. Throws invalid_credentials for a wrong password,
 * reauthentication_not_valid for a wrong code, insufficient_aal before the second factor was given.
 */
export async function proveAgain(
  ctx: AuthContext,
  own: OpenSession,
  proof: Proof,
  now: Date,
): Promise<void> {
  const isProtected = await hasVerifiedFactor(ctx.pool, own.user.id)
  if (isProtected && own.session.aal === 'aal1') throw new AuthError('insufficient_aal')
  const method = await methodProven(ctx, own, proof, isProtected, now)
  await inTransaction(ctx.pool, async (tx) => {
    const session = await lockSession(tx, own.session.id)
    if (session === null) throw new AuthError('session_not_found')
    const others = session.amr.filter((entry) => entry.method !== method)
    const amr = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }, ...others]
    await setSessionMethods(tx, session.id, amr)
  })
}

async function methodProven(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { password, code }: Proof,
  isProtected: boolean,
  now: Date,
): Promise<'password' | 'otp'> {
  const secret = code === undefined ? 'password' : 'code'
  if (secret === 'code' && isProtected) throw new AuthError('reauthentication_not_valid')
  const guesser = signedInGuesser(ctx, session.id, user.email ?? user.id)
  await ctx.limits.attempt(secret, guesser, now)
  if (code === undefined) {
    if (!(await ctx.passwords.matches(user.password_hash, password ?? '')))
      throw new AuthError('invalid_credentials', { message: 'This password is incorrect.' })
  } else if (!(await isOwnMailedCode(ctx, user, code, now)))
    throw new AuthError('reauthentication_not_valid')
  await ctx.limits.attemptWasRight(secret, guesser)
  return secret === 'code' ? 'otp' : 'password'
}
