import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { queueRecoveryMail } from '#server/auth/service/auth-mails.ts'
import { deleteTokensOf, issueToken } from '#server/auth/records/one-time-tokens.ts'
import { evenly } from '#server/auth/service/pretence.ts'
import { lockUserByEmail, updateUser, type UserRow } from '#server/auth/records/user-store.ts'

export interface RecoveryRequest {
  /** Lower-cased. */
  email: string
  codeChallenge: string | null
  /** Already allowed. */
  redirectTo: string
}

/**
 * Mails a link that signs its reader in to choose a new password. For an unknown address it takes as long but mails
 * nothing.
 */
export async function requestRecovery(
  ctx: AuthContext,
  given: RecoveryRequest,
  now: Date,
): Promise<void> {
  await inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'recovery', given.email, now)
    const user = await lockUserByEmail(tx, given.email)
    return evenly(ctx, tx, now, user, (account) => sendRecovery(ctx, tx, account, given, now))
  })
}

async function sendRecovery(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  { email, codeChallenge, redirectTo }: RecoveryRequest,
  now: Date,
): Promise<void> {
  await deleteTokensOf(tx, user.id, ['recovery'])
  const token = await issueToken(
    tx,
    ctx.keyring,
    { userId: user.id, kind: 'recovery', email, codeChallenge },
    now,
  )
  await updateUser(tx, user.id, { recovery_sent_at: now }, now)
  await queueRecoveryMail(tx, ctx, { to: email, token, redirectTo })
}
