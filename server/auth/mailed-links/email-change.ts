import { violatedConstraint } from '#server/db/violations.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { createProfile, setProfileEmail } from '#server/profiles/profile-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { queueEmailChangeMail, queueEmailTakenMail } from '#server/auth/service/auth-mails.ts'
import { setEmailIdentity } from '#server/auth/service/email-identity.ts'
import { accountMetadata, EMAIL_ACCOUNT, profileOf } from '#server/auth/records/metadata.ts'
import { deleteTokensOf, issueToken, type TokenKind } from '#server/auth/records/one-time-tokens.ts'
import { updateUser, userByEmail, type UserRow } from '#server/auth/records/user-store.ts'

const BOTH = ['email_change_current', 'email_change_new'] as const satisfies readonly TokenKind[]

/** A requested email change: nothing changes until both addresses have agreed (AUTH §6). */
export interface EmailChange {
  newEmail: string
  codeChallenge: string | null
  redirectTo: string
}

/**
 * Mails both addresses and starts over: links of an earlier request become invalid. The caller has locked the user's
 * row. The owner of an address that is taken is told so by mail; the requester sees the same either way, and the change
 * never happens (decision 0011).
 */
export async function requestEmailChangeMails(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  { newEmail, codeChallenge, redirectTo }: EmailChange,
  now: Date,
): Promise<UserRow> {
  await deleteTokensOf(tx, user.id, BOTH)
  const owner = await userByEmail(tx, newEmail)
  const isTaken = owner !== null && owner.id !== user.id
  const both = needsBoth(ctx, user)
  for (const kind of BOTH) {
    const email = kind === 'email_change_new' ? newEmail : user.email
    if (email === null || (kind === 'email_change_current' && !both)) continue
    const token = await issueToken(
      tx,
      ctx.keyring,
      { userId: user.id, kind, email, codeChallenge },
      now,
    )
    if (isTaken && kind === 'email_change_new') await queueEmailTakenMail(tx, ctx, email)
    else await queueEmailChangeMail(tx, ctx, { to: email, token, redirectTo, newEmail, both })
  }
  return updateUser(
    tx,
    user.id,
    { new_email: newEmail, email_change_sent_at: now, email_change_agreed: null },
    now,
  )
}

/** A person without an address proves only the new one. So do others if the configuration says so. */
function needsBoth({ settings }: Pick<AuthContext, 'settings'>, user: UserRow): boolean {
  return settings.secureEmailChange && user.email !== null
}

/**
 * Records that one of the two has agreed (its token is consumed, the user's row locked). Returns the changed account
 * when it was the second, null when the other is still missing.
 */
export async function agreeToEmailChange(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  agreed: (typeof BOTH)[number],
  now: Date,
): Promise<UserRow | null> {
  if (user.new_email === null) throw new AuthError('otp_expired')
  const other = agreed === 'email_change_new' ? 'email_change_current' : 'email_change_new'
  // Stores who has agreed, not who is missing: an administrator may create the second link later, or never.
  const done = needsBoth(ctx, user)
    ? user.email_change_agreed === other
    : agreed === 'email_change_new'
  if (done) return applyEmailChange(tx, user, user.new_email, now)
  await updateUser(tx, user.id, { email_change_agreed: agreed }, now)
  return null
}

/**
 * Gives a locked account its new, proven address. An anonymous person becomes a permanent account. Throws email_exists
 * when the address was taken meanwhile.
 */
export async function applyEmailChange(
  tx: Tx,
  user: UserRow,
  email: string,
  now: Date,
): Promise<UserRow> {
  const metadata = accountMetadata({}, { id: user.id, email, confirmed: true })
  const isNew = user.email === null
  try {
    const changed = await updateUser(
      tx,
      user.id,
      {
        email,
        new_email: null,
        email_change_sent_at: null,
        email_change_agreed: null,
        user_metadata: {
          ...user.user_metadata,
          ...(isNew ? metadata : { email, email_verified: true }),
        },
        ...(isNew ? { app_metadata: EMAIL_ACCOUNT, is_anonymous: false } : {}),
        ...(user.email_confirmed_at === null ? { email_confirmed_at: now } : {}),
      },
      now,
    )
    await setEmailIdentity(tx, { id: user.id, email, metadata }, now)
    if (isNew)
      await createProfile(tx, { id: user.id, email, ...profileOf(user.user_metadata, email) })
    else await setProfileEmail(tx, user.id, email, now)
    await deleteTokensOf(tx, user.id, null)
    if (!isNew) await logAccountAct(tx, user.id, 'email_changed', null, now)
    return changed
  } catch (error) {
    if (violatedConstraint(error) === 'users_one_per_email') throw new AuthError('email_exists')
    throw error
  }
}
