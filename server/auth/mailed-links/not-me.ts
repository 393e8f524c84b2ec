import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { deleteFactorsAddedSince } from '#server/auth/records/factor-store.ts'
import { deletePasskeysAddedSince } from '#server/auth/records/passkey-store.ts'
import { takeNotMeLink } from '#server/auth/records/not-me-store.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { type ClientInfo, deleteSessionsOf } from '#server/auth/records/session-store.ts'
import {
  deleteIdentitiesAddedSince,
  lockUser,
  updateUser,
} from '#server/auth/records/user-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { inTransaction } from '#server/db/transaction.ts'

/**
 * Handles the owner's report that a sign-in was not theirs. Every session ends, open links and codes become invalid,
 * the password that someone else knows no longer works, a pending change of address is dropped, and second factors,
 * passkeys and Google accounts that were added since that sign-in are removed: an intruder must be able neither to lock
 * the owner out nor to come back. It signs no one in. False when the link was used before or is too old.
 */
export async function disownSignIn(
  ctx: AuthContext,
  { token, client }: { token: string; client: ClientInfo },
  now: Date,
): Promise<boolean> {
  return inTransaction(ctx.pool, async (tx) => {
    const found = await takeNotMeLink(tx, token, now)
    if (found === null) return false
    const user = await lockUser(tx, found.user_id)
    if (user === null) return false
    await deleteSessionsOf(tx, user.id, null)
    await deleteTokensOf(tx, user.id, null)
    await deleteFactorsAddedSince(tx, user.id, found.created_at)
    await deletePasskeysAddedSince(tx, user.id, found.created_at)
    const providers = await deleteIdentitiesAddedSince(tx, user.id, found.created_at)
    await updateUser(
      tx,
      user.id,
      {
        password_hash: null,
        new_email: null,
        email_change_agreed: null,
        app_metadata: { ...user.app_metadata, providers },
      },
      now,
    )
    await logAccountAct(tx, user.id, 'sign_in_disowned', client, now)
    return true
  })
}
