import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { identitiesOf, lockUser, updateUser } from '#server/auth/records/user-store.ts'

/** Removes one sign-in method, but never the last. Without its email identity an account has no password either. */
export async function unlinkIdentity(
  ctx: AuthContext,
  userId: string,
  { identityId, client }: { identityId: string; client: ClientInfo },
  now: Date,
): Promise<void> {
  await inTransaction(ctx.pool, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user === null) throw new AuthError('user_not_found')
    const identities = await identitiesOf(tx, userId)
    const gone = identities.find((identity) => identity.id === identityId)
    if (gone === undefined) throw new AuthError('identity_not_found')
    const kept = identities.filter((identity) => identity !== gone)
    const [first] = kept
    if (first === undefined) throw new AuthError('single_identity_not_deletable')
    await execute(tx, sql`delete from auth.identities where id = ${identityId}`)
    const providers = [...new Set(kept.map((identity) => identity.provider))]
    const appMetadata = { ...user.app_metadata, provider: first.provider, providers }
    await updateUser(
      tx,
      userId,
      {
        app_metadata: appMetadata,
        ...(gone.provider === 'email' ? { password_hash: null } : {}),
      },
      now,
    )
    await logAccountAct(tx, userId, 'identity_removed', client, now)
  })
}
