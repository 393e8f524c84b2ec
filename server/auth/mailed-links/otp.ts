import { randomUUID } from 'node:crypto'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { setEmailAccount } from '#server/auth/service/email-identity.ts'
import { queueMagicLinkMail, queueSignupMail } from '#server/auth/service/auth-mails.ts'
import { accountMetadata } from '#server/auth/records/metadata.ts'
import {
  deleteSignupTokensWith,
  deleteTokensOf,
  issueToken,
} from '#server/auth/records/one-time-tokens.ts'
import { evenly, pretendNewAccount, undone } from '#server/auth/service/pretence.ts'
import type { RecoveryRequest } from './recovery.ts'
import {
  insertUser,
  lockUserByEmail,
  updateUser,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** A sign-in without a password. `data` is for an account that it creates. */
export interface OtpRequest extends RecoveryRequest {
  createUser: boolean
  data: Record<string, unknown>
}

/**
 * Mails a link and a code that sign in. A new address gets an unconfirmed account and a confirmation, if the caller and
 * the instance allow it; otherwise nothing, after the same work and with the same response.
 */
export async function requestOtp(ctx: AuthContext, given: OtpRequest, now: Date): Promise<void> {
  const { autoconfirm, signups } = ctx.settings
  await inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'magiclink', given.email, now)
    const known = await lockUserByEmail(tx, given.email)
    const send = (account: UserRow, confirms: boolean) =>
      (confirms ? sendConfirmation : sendMagicLink)(ctx, tx, account, given, now)
    if (!given.createUser || !signups) {
      // No account is created here. The call pretends to mail a confirmed person, as nearly all are.
      return evenly(ctx, tx, now, known, (account) =>
        send(account, known !== null && account.email_confirmed_at === null),
      )
    }
    const user = known ?? (await newAccount(tx, given, autoconfirm, now))
    if (user === null) throw new Error('an address was taken and is free again')
    if (known === null) await undone(tx, () => Promise.resolve())
    else await pretendNewAccount(tx, now)
    return send(user, user.email_confirmed_at === null)
  })
}

async function newAccount(
  tx: Tx,
  { email, data }: OtpRequest,
  confirmed: boolean,
  now: Date,
): Promise<UserRow | null> {
  const id = randomUUID()
  const user = await insertUser(
    tx,
    {
      id,
      email,
      passwordHash: null,
      userMetadata: data,
      ...(confirmed ? { emailConfirmedAt: now } : {}),
    },
    now,
  )
  // Null: a concurrent request created the account and mails its own link.
  if (user === null) return lockUserByEmail(tx, email)
  const metadata = accountMetadata({}, { id, email, confirmed })
  await setEmailAccount(tx, { id, email, metadata, data }, now)
  return user
}

async function sendConfirmation(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  { email, codeChallenge, redirectTo, data }: OtpRequest,
  now: Date,
): Promise<void> {
  await deleteSignupTokensWith(tx, user.id, null)
  const token = await issueToken(
    tx,
    ctx.keyring,
    { userId: user.id, kind: 'signup', email, codeChallenge, userMetadata: data },
    now,
  )
  await updateUser(tx, user.id, { confirmation_sent_at: now }, now)
  await queueSignupMail(tx, ctx, { to: email, token, redirectTo })
}

async function sendMagicLink(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  { email, codeChallenge, redirectTo }: OtpRequest,
  now: Date,
): Promise<void> {
  await deleteTokensOf(tx, user.id, ['magiclink'])
  const token = await issueToken(
    tx,
    ctx.keyring,
    { userId: user.id, kind: 'magiclink', email, codeChallenge },
    now,
  )
  await updateUser(tx, user.id, { recovery_sent_at: now }, now)
  await queueMagicLinkMail(tx, ctx, { to: email, token, redirectTo })
}
