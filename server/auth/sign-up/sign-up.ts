import { randomUUID } from 'node:crypto'
import type { AuthUser } from '#contract/auth-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { queueNobodysMail, queueSignupMail } from '#server/auth/service/auth-mails.ts'
import { accountMetadata } from '#server/auth/records/metadata.ts'
import { deleteOldestSignups, issueToken } from '#server/auth/records/one-time-tokens.ts'
import { setEmailAccount } from '#server/auth/service/email-identity.ts'
import { pretend, undone } from '#server/auth/service/pretence.ts'
import { presentUser } from '#server/auth/records/user-presenter.ts'
import {
  identitiesOf,
  insertUser,
  lockUserByEmail,
  updateUser,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** A validated sign-up: the address lower-cased, the password acceptable, the data storable. */
export interface SignUp {
  email: string
  password: string
  data: Record<string, unknown>
  codeChallenge: string | null
  /** Where the confirmation link leads; already checked. */
  redirectTo: string
}

/**
 * Creates an unconfirmed account and mails its confirmation link. Each sign-up's password and data travel with its own
 * link, and the link that is opened decides (AUTH §3). For a confirmed address nothing happens, but the response and
 * its timing are the same.
 */
export async function signUp(ctx: AuthContext, given: SignUp, now: Date): Promise<AuthUser> {
  await ctx.mailLimits.assertDue(ctx.pool, 'signup', given.email, now)
  const passwordHash = await ctx.passwords.hash(given.password)
  return inTransaction(ctx.pool, async (tx) => {
    await ctx.mailLimits.claim(tx, 'signup', given.email, now)
    const pending = { ...given, passwordHash }
    const known = await lockUserByEmail(tx, given.email)
    const made = known === null ? await newAccount(tx, pending, now) : null
    // Null: another sign-up with the same address committed in between.
    const user = known ?? made ?? (await lockUserByEmail(tx, given.email))
    if (user === null) throw new Error('an address was taken and is free again')
    if (user.email_confirmed_at !== null) return pretendPending(ctx, tx, pending, now)
    // The other cases do this as well, so that no case runs fewer statements.
    const toNobody = () => queueNobodysMail(tx, ctx)
    await (made === null ? pretend(tx, now, toNobody) : undone(tx, toNobody))
    const updated = await makePending(ctx, tx, user, pending, now)
    return presentUser(updated, await identitiesOf(tx, updated.id))
  })
}

type PendingSignUp = SignUp & { passwordHash: string }

function newAccount(tx: Tx, pending: PendingSignUp, now: Date): Promise<UserRow | null> {
  const { email, passwordHash } = pending
  return insertUser(tx, { id: randomUUID(), email, passwordHash, userMetadata: {} }, now)
}

/** The account as this sign-up describes it, and the mail that may confirm it. */
async function makePending(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  pending: PendingSignUp,
  now: Date,
): Promise<UserRow> {
  const { email, data, passwordHash, codeChallenge } = pending
  const metadata = accountMetadata(data, { id: user.id, email: pending.email, confirmed: false })
  const updated = await updateUser(
    tx,
    user.id,
    { password_hash: passwordHash, user_metadata: metadata, confirmation_sent_at: now },
    now,
  )
  await setEmailAccount(tx, { id: user.id, email, metadata, data }, now)
  const token = await issueToken(
    tx,
    ctx.keyring,
    { userId: user.id, kind: 'signup', email, codeChallenge, passwordHash, userMetadata: data },
    now,
  )
  await deleteOldestSignups(tx, user.id)
  await queueSignupMail(tx, ctx, { to: email, token, redirectTo: pending.redirectTo })
  return updated
}

/** The response for a confirmed address: the account that this sign-up would have created if it had been the first. */
async function pretendPending(
  ctx: AuthContext,
  tx: Tx,
  pending: PendingSignUp,
  now: Date,
): Promise<AuthUser> {
  const { email } = pending
  const user = await pretend(tx, now, async (nobody) => {
    const updated = await makePending(
      ctx,
      tx,
      nobody,
      { ...pending, email: nobody.email ?? '' },
      now,
    )
    await identitiesOf(tx, nobody.id)
    return updated
  })
  await queueNobodysMail(tx, ctx)
  // Read from the row that existed for a moment, so that even the key order is the database's.
  return {
    ...presentUser({ ...user, email, user_metadata: { ...user.user_metadata, email } }, []),
    role: '',
  }
}
