import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { queueSignupMail } from '#server/auth/service/auth-mails.ts'
import { requestEmailChangeMails } from './email-change.ts'
import { deleteSignupTokensWith, issueToken } from '#server/auth/records/one-time-tokens.ts'
import { evenly } from '#server/auth/service/pretence.ts'
import type { RecoveryRequest } from './recovery.ts'
import { lockUserByEmail, updateUser, type UserRow } from '#server/auth/records/user-store.ts'

/**
 * Mails the newest sign-up's confirmation link again, which invalidates the previous one. For an unknown or confirmed
 * address it takes as long but mails nothing.
 */
export async function resendSignup(
  ctx: AuthContext,
  given: RecoveryRequest,
  now: Date,
): Promise<void> {
  await inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'signup', given.email, now)
    const user = await lockUserByEmail(tx, given.email)
    const waits = user !== null && user.email_confirmed_at === null && user.password_hash !== null
    return evenly(ctx, tx, now, waits ? user : null, (account) =>
      sendAgain(ctx, tx, account, given, now),
    )
  })
}

async function sendAgain(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  given: RecoveryRequest,
  now: Date,
): Promise<void> {
  const { email, codeChallenge, redirectTo } = given
  const { password_hash: passwordHash, user_metadata: userMetadata } = user
  await deleteSignupTokensWith(tx, user.id, passwordHash)
  const token = await issueToken(
    tx,
    ctx.keyring,
    { userId: user.id, kind: 'signup', email, codeChallenge, passwordHash, userMetadata },
    now,
  )
  await updateUser(tx, user.id, { confirmation_sent_at: now }, now)
  await queueSignupMail(tx, ctx, { to: email, token, redirectTo })
}

/** Mails the links of a pending email change again. When none is pending it takes as long but mails nothing. */
export async function resendEmailChange(
  ctx: AuthContext,
  given: RecoveryRequest,
  now: Date,
): Promise<void> {
  const { email, codeChallenge, redirectTo } = given
  await inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'email_change', email, now)
    const user = await lockUserByEmail(tx, email)
    const newEmail = user?.new_email ?? null
    const mails = ctx.settings.secureEmailChange ? 2 : 1
    const again = async (account: UserRow) => {
      // A pretended account uses an address like its own.
      const change = { newEmail: newEmail ?? `${account.email}`, codeChallenge, redirectTo }
      await requestEmailChangeMails(ctx, tx, account, change, now)
    }
    return evenly(ctx, tx, now, newEmail === null ? null : user, again, mails)
  })
}
