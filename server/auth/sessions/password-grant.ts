import type { AuthSession } from '#contract/auth-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { accountKey, type AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { passwordWeaknesses, weakPassword } from '#server/auth/passwords/password-policy.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { assertNotBanned, openSession, sessionAnswer } from './sessions.ts'
import { lockUser, userByEmail } from '#server/auth/records/user-store.ts'

/**
 * Signs in by address (lower-cased) and password. An unknown address, an account without a password and a wrong
 * password get the same refusal, after the same work.
 */
export async function signInWithPassword(
  ctx: AuthContext,
  given: { email: string; password: string; client: ClientInfo; device: string | null },
  now: Date,
): Promise<AuthSession> {
  const { client, device } = given
  const guesser = { account: accountKey(ctx, given.email), ip: client.ip, device }
  await ctx.limits.attempt('password', guesser, now)
  const found = await userByEmail(ctx.pool, given.email)
  const right = await ctx.passwords.matches(found?.password_hash ?? null, given.password)
  if (found === null || !right) throw new AuthError('invalid_credentials')
  await ctx.limits.attemptWasRight('password', guesser)
  assertNotBanned(found, now, 400)
  if (found.email_confirmed_at === null) throw new AuthError('email_not_confirmed')

  const open = await inTransaction(ctx.pool, async (tx) => {
    const user = await lockUser(tx, found.id)
    // The password may have been changed while its hash was compared.
    if (user === null || user.password_hash !== found.password_hash)
      throw new AuthError('invalid_credentials')
    const how = { method: 'password', client, isKnownDevice: device !== null }
    return openSession(ctx, tx, user, how, now)
  })
  const answer = await sessionAnswer(ctx, open, now)
  const weaknesses = passwordWeaknesses(ctx.settings.passwords, given.password)
  if (weaknesses.length === 0) return answer
  return {
    ...answer,
    weak_password: weakPassword(weaknesses),
  }
}
