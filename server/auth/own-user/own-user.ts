import type { AuthUser } from '#contract/auth-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { queuePasswordChangedMail } from '#server/auth/service/auth-mails.ts'
import {
  applyEmailChange,
  type EmailChange,
  requestEmailChangeMails,
} from '#server/auth/mailed-links/email-change.ts'
import { hasVerifiedFactor } from '#server/auth/records/factor-store.ts'
import { signedInGuesser } from '#server/auth/service/known-device.ts'
import {
  assertMetadataStorable,
  assertUserMetadata,
  mergeMetadata,
} from '#server/auth/records/metadata.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { assertFresh } from '#server/auth/mailed-links/reauthentication.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { type ClientInfo, deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { assertFreshlyProven, isFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { userAnswer } from '#server/auth/records/user-presenter.ts'
import { lockUser, updateUser, type UserRow } from '#server/auth/records/user-store.ts'

/** What a person may change about their own account; validated, the address lower-cased. */
export interface OwnChanges {
  email?: string | undefined
  password?: string | undefined
  /** The current password, where the instance requires it. */
  currentPassword?: string | undefined
  /** A mailed code, where the session is no longer fresh. */
  nonce?: string | undefined
  data?: Record<string, unknown> | undefined
  codeChallenge: string | null
  redirectTo: string
  /** For the log of the account. */
  client: ClientInfo
}

/** Changes one's own account, atomically. */
export async function changeOwnUser(
  ctx: AuthContext,
  own: OpenSession,
  changes: OwnChanges,
  now: Date,
): Promise<AuthUser> {
  if (changes.password !== undefined || changes.email !== undefined) {
    await assertRaised(ctx, own)
    assertProven(ctx, own, changes, now)
  }
  const passwordHash = await newPasswordHash(ctx, own, changes, now)
  return inTransaction(ctx.pool, async (tx) => {
    let user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    if (changes.data !== undefined) {
      assertMetadataStorable(changes.data)
      const merged = mergeMetadata(user.user_metadata, changes.data)
      assertUserMetadata(merged)
      user = await updateUser(tx, user.id, { user_metadata: merged }, now)
    }
    if (passwordHash !== null) {
      user = await updateUser(
        tx,
        user.id,
        { password_hash: passwordHash, email_change_agreed: null },
        now,
      )
      await deleteSessionsOf(tx, user.id, own.session.id)
      await deleteTokensOf(tx, user.id, null)
      await logAccountAct(tx, user.id, 'password_changed', changes.client, now)
      if (user.email !== null) await queuePasswordChangedMail(tx, ctx, user.email)
    }
    const { email: newEmail, codeChallenge, redirectTo } = changes
    if (newEmail !== undefined && newEmail !== user.email) {
      user = await changeEmail(ctx, tx, user, { newEmail, codeChallenge, redirectTo }, now)
    }
    return userAnswer(tx, user)
  })
}

/** A person with an authenticator app has to use it before changing how they sign in. */
async function assertRaised(ctx: AuthContext, { user, session }: OpenSession): Promise<void> {
  if (session.aal === 'aal1' && (await hasVerifiedFactor(ctx.pool, user.id))) {
    throw new AuthError('insufficient_aal')
  }
}

/**
 * Sign-in credentials change only after a fresh proof. A new password may bring the proof along, as the client's calls
 * do: the current password or a mailed code. Someone without an address has nothing to prove yet.
 */
function assertProven(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { password, currentPassword, nonce }: OwnChanges,
  now: Date,
): void {
  const brings = password !== undefined && Boolean(currentPassword || nonce)
  if (user.email !== null && !brings) assertFreshlyProven(ctx.settings, session, now)
}

async function changeEmail(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  change: EmailChange,
  now: Date,
): Promise<UserRow> {
  // A person without an address signs up with this one. A person who has an address must prove the next in every mode,
  // as in GoTrue.
  if (ctx.settings.autoconfirm && user.email === null)
    return applyEmailChange(tx, user, change.newEmail, now)
  if (user.email !== null) await ctx.mailLimits.claim(tx, 'email_change', user.email, now)
  // Counted separately: changing one's mind often must not fill a stranger's mailbox.
  await ctx.mailLimits.claim(tx, 'email_change_new', change.newEmail, now)
  return requestEmailChangeMails(ctx, tx, user, change, now)
}

/** How a session states that its owner read the account's mailbox (`METHODS` in verify.ts, `amr` in its tokens). */
const MAIL_METHODS: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery', 'email/signup'])

/** A person who signed in by a link or code may have forgotten the password: the mailbox replaces it, as in GoTrue. */
function provenByMail({ amr }: OpenSession['session']): boolean {
  return amr.some(({ method }) => MAIL_METHODS.has(method))
}

/** Hashed before the transaction: hashing is slow and must not keep a row locked. */
async function newPasswordHash(
  ctx: AuthContext,
  own: OpenSession,
  { email, password, currentPassword, nonce }: OwnChanges,
  now: Date,
): Promise<string | null> {
  if (password === undefined) return null
  const { user, session } = own
  if (user.email === null && email === undefined) {
    throw new AuthError('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  }
  const isStale = user.email !== null && !isFreshlyProven(ctx.settings, session, now)
  const bringsPassword = isStale && Boolean(currentPassword)
  const mustKnow = bringsPassword || (ctx.settings.currentPassword && !provenByMail(session))
  if (mustKnow && user.email !== null && user.password_hash !== null) {
    if (!currentPassword) throw new AuthError('current_password_required')
    const guesser = signedInGuesser(ctx, session.id, user.email)
    await ctx.limits.attempt('password', guesser, now)
    if (!(await ctx.passwords.matches(user.password_hash, currentPassword)))
      throw new AuthError('current_password_invalid')
    await ctx.limits.attemptWasRight('password', guesser)
  }
  if (await ctx.passwords.matches(user.password_hash, password))
    throw new AuthError('same_password')
  // Without an address there is no mailbox to prove, and the password cannot sign in until there is one.
  if (user.email !== null)
    await assertFresh(ctx, own, { nonce, isStale: isStale && !bringsPassword }, now)
  return ctx.passwords.hash(password)
}
