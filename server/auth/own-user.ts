import type { AuthUser } from '#contract/auth-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { queuePasswordChangedMail } from './auth-mails.ts'
import { requestEmailChangeMails } from './email-change.ts'
import { assertMetadataStorable, mergeMetadata } from './metadata.ts'
import { deleteTokensOf } from './one-time-tokens.ts'
import { deleteSessionsOf } from './session-store.ts'
import type { OpenSession } from './sessions.ts'
import { presentUser } from './user-presenter.ts'
import { identitiesOf, lockUser, updateUser, userByEmail, type UserRow } from './user-store.ts'

/** What a person may change of their own account; checked, the address lower-cased. */
export interface OwnChanges {
  email?: string | undefined
  password?: string | undefined
  data?: Record<string, unknown> | undefined
  codeChallenge: string | null
  redirectTo: string
}

/** Changes one's own account, all of it or nothing. */
export async function changeOwnUser(
  ctx: AuthContext,
  own: OpenSession,
  changes: OwnChanges,
  now: Date,
): Promise<AuthUser> {
  const passwordHash = await newPasswordHash(ctx, own.user, changes.password)
  return inTransaction(ctx.pool, async (tx) => {
    let user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    if (changes.data !== undefined) {
      const merged = mergeMetadata(user.user_metadata, changes.data)
      assertMetadataStorable(merged)
      user = await updateUser(tx, user.id, { user_metadata: merged }, now)
    }
    if (passwordHash !== null) {
      user = await updateUser(tx, user.id, { password_hash: passwordHash }, now)
      await deleteSessionsOf(tx, user.id, own.session.id)
      await deleteTokensOf(tx, user.id, null)
      if (user.email !== null) await queuePasswordChangedMail(tx, ctx.settings, user.email)
    }
    const { email: newEmail, codeChallenge, redirectTo } = changes
    if (newEmail !== undefined && newEmail !== user.email) {
      if ((await userByEmail(tx, newEmail)) !== null) throw new AuthError('email_exists')
      await ctx.mailLimits.claim(tx, 'email_change', user.email ?? newEmail, now)
      user = await requestEmailChangeMails(
        ctx,
        tx,
        user,
        { newEmail, codeChallenge, redirectTo },
        now,
      )
    }
    return presentUser(user, await identitiesOf(tx, user.id))
  })
}

/** Hashed before the transaction: hashing is slow and must not hold a row locked. */
async function newPasswordHash(
  ctx: AuthContext,
  user: UserRow,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) return null
  if (await ctx.passwords.matches(user.password_hash, password))
    throw new AuthError('same_password')
  return ctx.passwords.hash(password)
}
