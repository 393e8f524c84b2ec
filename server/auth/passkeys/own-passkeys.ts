import type { AuthPasskey } from '#contract/auth-schemas.ts'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { hasVerifiedFactor } from '#server/auth/records/factor-store.ts'
import {
  deletePasskey,
  type PasskeyRow,
  passkeysOf,
  renamePasskey,
} from '#server/auth/records/passkey-store.ts'
import { type ClientInfo, lowerSessions } from '#server/auth/records/session-store.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { queuePasskeyMail } from '#server/auth/service/auth-mails.ts'
import { assertFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** A passkey as its owner sees it. */
export function presentPasskey(passkey: PasskeyRow): AuthPasskey {
  const { id, friendly_name, created_at, last_used_at } = passkey
  return { id, friendly_name, created_at, ...(last_used_at === null ? {} : { last_used_at }) }
}

/** Throws insufficient_aal while this session has proven only the password of an account with a second factor. */
export async function assertMayChange(
  ctx: Pick<AuthContext, 'pool'>,
  { user, session }: OpenSession,
): Promise<void> {
  if (session.aal === 'aal1' && (await hasVerifiedFactor(ctx.pool, user.id)))
    throw new AuthError('insufficient_aal', { status: 403 })
}

/** Returns someone's own passkeys, oldest first. */
export async function ownPasskeys(
  ctx: Pick<AuthContext, 'pool'>,
  { user }: OpenSession,
): Promise<AuthPasskey[]> {
  return (await passkeysOf(ctx.pool, user.id)).map(presentPasskey)
}

/** Renames a passkey. Throws passkey_not_found when it is not theirs, validation_failed for an empty name. */
export async function nameOwnPasskey(
  ctx: Pick<AuthContext, 'pool'>,
  own: OpenSession,
  { id, name }: { id: string; name: string | undefined },
): Promise<AuthPasskey> {
  await assertMayChange(ctx, own)
  const friendlyName = (name ?? '').trim()
  const isName = friendlyName !== '' && friendlyName.length <= AUTH_LIMITS.factorName
  if (!isName || /\p{Cc}|\p{Surrogate}/u.test(friendlyName))
    throw invalid(`friendly_name: one to ${AUTH_LIMITS.factorName} printable characters`)
  const renamed = await renamePasskey(ctx.pool, { userId: own.user.id, id, friendlyName })
  if (renamed === null) throw new AuthError('passkey_not_found')
  return presentPasskey(renamed)
}

/**
 * Removes a passkey and mails the owner. Sessions proven by a passkey lose that proof. The last passkey may be removed,
 * because everyone also has a mailbox that opens the account. Throws passkey_not_found, insufficient_aal, proof_needed.
 */
export async function removeOwnPasskey(
  ctx: AuthContext,
  own: OpenSession,
  { id, client }: { id: string; client: ClientInfo },
  now: Date,
): Promise<void> {
  await assertMayChange(ctx, own)
  assertFreshlyProven(ctx.settings, own.session, now)
  await inTransaction(ctx.pool, async (tx) => {
    const user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    if (!(await deletePasskey(tx, { userId: user.id, id })))
      throw new AuthError('passkey_not_found')
    await lowerSessions(tx, user.id, 'passkey')
    await logAccountAct(tx, user.id, 'passkey_removed', client, now)
    if (user.email !== null)
      await queuePasskeyMail(tx, ctx, { to: user.email, client, at: now, what: 'removed' })
  })
}
