import { AUTH_SECONDS, authMessages } from '#contract/auth.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { queueReauthenticationMail } from '#server/auth/service/auth-mails.ts'
import { signedInGuesser } from '#server/auth/service/known-device.ts'
import {
  deleteTokensOf,
  issueToken,
  takeTokenByCode,
} from '#server/auth/records/one-time-tokens.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { lockUser, updateUser, type UserRow } from '#server/auth/records/user-store.ts'

/** Mails a code that proves, once, that the signed-in person reads the account's mailbox. */
export async function requestReauthentication(
  ctx: AuthContext,
  user: UserRow,
  now: Date,
): Promise<void> {
  const { email } = user
  if (email === null) throw invalid(authMessages.reauthenticationNeedsAddress)
  if (user.email_confirmed_at === null) {
    throw new AuthError('email_not_confirmed', { status: 422 })
  }
  await inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'reauthentication', email, now)
    // A deletion of the account that is under way removes codes, and holds this lock.
    if ((await lockUser(tx, user.id)) === null) throw new AuthError('user_not_found')
    await deleteTokensOf(tx, user.id, ['reauthentication'])
    const kind = 'reauthentication'
    const token = { userId: user.id, kind, email, codeChallenge: null } as const
    const { code } = await issueToken(tx, ctx.keyring, token, now)
    await updateUser(tx, user.id, { reauthentication_sent_at: now }, now)
    await queueReauthenticationMail(tx, ctx, { to: email, code })
  })
}

/**
 * Refuses a password change without a code by a session that is too old for it, or has no fresh proof. The code is
 * consumed whether or not the change succeeds, and a wrong one counts as an attempt.
 */
export async function assertFresh(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { nonce, isStale }: { nonce: string | undefined; isStale: boolean },
  now: Date,
): Promise<void> {
  const age = now.getTime() - Date.parse(session.created_at)
  const isOld = ctx.settings.securePasswordChange && age >= AUTH_SECONDS.freshSession * 1_000
  if (!isOld && !isStale) return
  if (nonce === undefined || nonce === '') throw new AuthError('reauthentication_needed')
  const { email } = user
  if (email === null) throw new AuthError('reauthentication_not_valid')
  const guesser = signedInGuesser(ctx, session.id, email)
  await ctx.limits.attempt('code', guesser, now)
  if (!(await isOwnMailedCode(ctx, user, nonce, now)))
    throw new AuthError('reauthentication_not_valid')
  await ctx.limits.attemptWasRight('code', guesser)
}

/** Returns whether this is the code last mailed to the person. The code is consumed; a wrong one counts against it. */
export async function isOwnMailedCode(
  ctx: AuthContext,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  code: string,
  now: Date,
): Promise<boolean> {
  if (email === null) return false
  const given = { email, code, kinds: ['reauthentication'] } as const
  const taken = await inTransaction(ctx.pool, (tx) => takeTokenByCode(tx, ctx.keyring, given, now))
  return taken?.user_id === id
}
