import type { Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { agreeToEmailChange } from './email-change.ts'
import { accountMetadata } from '#server/auth/records/metadata.ts'
import {
  deleteTokensOf,
  takeToken,
  takeTokenByCode,
  type TokenKind,
  type TokenRow,
} from '#server/auth/records/one-time-tokens.ts'
import { setEmailAccount } from '#server/auth/service/email-identity.ts'
import { assertNotBanned } from '#server/auth/sessions/sessions.ts'
import { lockUser, updateUser, type UserRow } from '#server/auth/records/user-store.ts'

/** The result of redeeming a mail. `user` is null after the first half of an email change. */
export interface Redeemed {
  user: UserRow | null
  kind: TokenKind
  codeChallenge: string | null
}

/** What the `type` of a link or call may redeem; null for an unknown type. */
export function kindsOf(type: string): readonly TokenKind[] | null {
  switch (type) {
    case 'signup':
    case 'invite':
    case 'recovery':
    case 'magiclink':
      return [type]
    case 'email':
      return ['signup', 'magiclink']
    case 'email_change':
      return ['email_change_new', 'email_change_current']
    default:
      return null
  }
}

/** Consumes a link's token and carries out its action; null if there is no such live token. */
export async function redeemLink(
  ctx: AuthContext,
  tx: Tx,
  link: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<Redeemed | null> {
  const token = await takeToken(tx, link, kinds, now)
  return token === null ? null : redeem(ctx, tx, token, now)
}

/** The same, by address and mailed code. */
export async function redeemCode(
  ctx: AuthContext,
  tx: Tx,
  given: { email: string; code: string; kinds: readonly TokenKind[] },
  now: Date,
): Promise<Redeemed | null> {
  const token = await takeTokenByCode(tx, ctx.keyring, given, now)
  return token === null ? null : redeem(ctx, tx, token, now)
}

async function redeem(ctx: AuthContext, tx: Tx, token: TokenRow, now: Date): Promise<Redeemed> {
  const user = await lockUser(tx, token.user_id)
  if (user === null) throw new AuthError('otp_expired')
  assertNotBanned(user, now, 403)
  const redeemed = (changed: UserRow | null): Redeemed => ({
    user: changed,
    kind: token.kind,
    codeChallenge: token.code_challenge,
  })
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') {
    return redeemed(await agreeToEmailChange(ctx, tx, user, token.kind, now))
  }
  // The address changed after this was mailed: reading the old mailbox proves nothing any more.
  if (token.email !== user.email) throw new AuthError('otp_expired')
  if (user.email_confirmed_at !== null) return redeemed(user)
  return redeemed(await confirmAddress(tx, user, token, now))
}

/**
 * Confirms that the address belongs to its reader. The password and data of the sign-up whose link was opened become
 * the account's. Any other proof of the address keeps no password, because it is unknown who chose it.
 */
async function confirmAddress(tx: Tx, user: UserRow, token: TokenRow, now: Date): Promise<UserRow> {
  const email = token.email
  const isSignup = token.kind === 'signup'
  const data = (isSignup ? token.user_metadata : user.user_metadata) ?? {}
  const metadata = accountMetadata(data, { id: user.id, email, confirmed: true })
  const confirmed = await updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: now,
      password_hash: isSignup ? token.password_hash : null,
      user_metadata: metadata,
    },
    now,
  )
  await setEmailAccount(tx, { id: user.id, email, metadata, data }, now)
  await deleteTokensOf(tx, user.id, ['signup', 'invite'])
  return confirmed
}
