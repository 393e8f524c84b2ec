import { randomUUID } from 'node:crypto'
import type { AuthUser } from '#contract/auth-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { setEmailAccount } from '#server/auth/service/email-identity.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { mailLink, queueInviteMail } from '#server/auth/service/auth-mails.ts'
import { accountMetadata } from '#server/auth/records/metadata.ts'
import {
  deleteSignupTokensWith,
  deleteTokensOf,
  issueToken,
  type MailedToken,
  type TokenKind,
} from '#server/auth/records/one-time-tokens.ts'
import { userAnswer } from '#server/auth/records/user-presenter.ts'
import {
  insertUser,
  lockUserByEmail,
  updateUser,
  userByEmail,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** Creates an account for a person who has not signed up, and mails them an invitation link. */
export async function inviteUser(
  ctx: AuthContext,
  given: { email: string; data: Record<string, unknown>; redirectTo: string },
  now: Date,
): Promise<AuthUser> {
  const { email, redirectTo } = given
  return inTransaction(ctx.pool, async (tx) => {
    const { user, token } = await invitation(ctx, tx, given, now)
    await queueInviteMail(tx, ctx, { to: email, token, redirectTo })
    return userAnswer(tx, user)
  })
}

export const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** An administrator's request for a link; validated, addresses lower-cased. */
export interface LinkRequest {
  type: LinkType
  email: string
  newEmail?: string | undefined
  password?: string | undefined
  data: Record<string, unknown>
  redirectTo: string
}

/** A link and a code for the administrator to pass on; nothing is mailed. */
export async function generateLink(ctx: AuthContext, given: LinkRequest, now: Date) {
  const { redirectTo, email, newEmail, password } = given
  if (given.type === 'signup' && password === undefined)
    throw invalid('Signup requires a valid password')
  const passwordHash = password === undefined ? null : await ctx.passwords.hash(password)
  return inTransaction(ctx.pool, async (tx) => {
    const made = await tokenFor(ctx, tx, { ...given, passwordHash }, now)
    const { user, token, type } = made
    const linkType = type.startsWith('email_change') ? 'email_change' : type
    const to = type === 'email_change_new' ? (newEmail ?? email) : email
    const link = new URL(mailLink(ctx.settings, linkType, { to, token, redirectTo }))
    // The administrator chooses how to pass it on; opening it works as for any client.
    link.searchParams.delete('via')
    return {
      ...(await userAnswer(tx, user)),
      action_link: link.href,
      email_otp: token.code,
      hashed_token: token.link,
      redirect_to: redirectTo,
      verification_type: type,
    }
  })
}

interface Made {
  user: UserRow
  token: MailedToken
  type: LinkType
}

async function tokenFor(
  ctx: AuthContext,
  tx: Tx,
  given: LinkRequest & { passwordHash: string | null },
  now: Date,
): Promise<Made> {
  const { type, email, passwordHash, data } = given
  if (type === 'invite') return { ...(await invitation(ctx, tx, given, now)), type }
  const known = await lockUserByEmail(tx, email)
  // An unknown person cannot sign in with a link, so it becomes a sign-up.
  if (type === 'signup' || (type === 'magiclink' && known === null)) {
    const user = known ?? (await newAccount(tx, email, data, now))
    if (user.email_confirmed_at !== null) throw new AuthError('email_exists')
    const pending = await updateUser(
      tx,
      user.id,
      { password_hash: passwordHash, user_metadata: data, confirmation_sent_at: now },
      now,
    )
    await deleteSignupTokensWith(tx, user.id, passwordHash)
    const token = await issueToken(
      tx,
      ctx.keyring,
      {
        userId: user.id,
        kind: 'signup',
        email,
        codeChallenge: null,
        passwordHash,
        userMetadata: data,
      },
      now,
    )
    return { user: pending, token, type: 'signup' }
  }
  if (known === null) throw new AuthError('user_not_found', { status: 404 })
  if (type === 'email_change_current' || type === 'email_change_new')
    return emailChange(ctx, tx, known, { ...given, type }, now)
  return { user: known, token: await only(ctx, tx, known, type, email, now), type }
}

async function emailChange(
  ctx: AuthContext,
  tx: Tx,
  known: UserRow,
  { type, newEmail, email }: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
  now: Date,
): Promise<Made> {
  if (newEmail === undefined) throw invalid('A new email address is required')
  if ((await userByEmail(tx, newEmail)) !== null) throw new AuthError('email_exists')
  // A link to another address becomes invalid. The link for the other side stays valid.
  const isAnother = known.new_email !== newEmail
  if (isAnother) await deleteTokensOf(tx, known.id, ['email_change_current', 'email_change_new'])
  const token = await only(
    ctx,
    tx,
    known,
    type,
    type === 'email_change_new' ? newEmail : email,
    now,
  )
  const changes = {
    new_email: newEmail,
    email_change_sent_at: now,
    ...(isAnother ? { email_change_agreed: null } : {}),
  }
  return { user: await updateUser(tx, known.id, changes, now), token, type }
}

/** Creates the only token of its kind. */
async function only(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  kind: TokenKind,
  email: string,
  now: Date,
): Promise<MailedToken> {
  await deleteTokensOf(tx, user.id, [kind])
  return issueToken(tx, ctx.keyring, { userId: user.id, kind, email, codeChallenge: null }, now)
}

async function invitation(
  ctx: AuthContext,
  tx: Tx,
  { email, data }: { email: string; data: Record<string, unknown> },
  now: Date,
): Promise<{ user: UserRow; token: MailedToken }> {
  const user = (await lockUserByEmail(tx, email)) ?? (await newAccount(tx, email, data, now))
  if (user.email_confirmed_at !== null) throw new AuthError('email_exists')
  const invited = await updateUser(tx, user.id, { invited_at: now, user_metadata: data }, now)
  return { user: invited, token: await only(ctx, tx, user, 'invite', email, now) }
}

async function newAccount(
  tx: Tx,
  email: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<UserRow> {
  const id = randomUUID()
  const user = await insertUser(tx, { id, email, passwordHash: null, userMetadata: data }, now)
  if (user === null) throw new AuthError('email_exists')
  const metadata = accountMetadata({}, { id, email, confirmed: false })
  await setEmailAccount(tx, { id, email, metadata, data }, now)
  return user
}
