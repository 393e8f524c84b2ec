import { randomUUID } from 'node:crypto'
import type { AuthSession } from '#contract/auth-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { setEmailAccount } from '#server/auth/service/email-identity.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { accountMetadata } from '#server/auth/records/metadata.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import type { SignUp } from './sign-up.ts'
import {
  insertUser,
  lockUserByEmail,
  updateUser,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** A session for a person without an address. The product does not know them until they give one. */
export async function signUpAnonymously(
  ctx: AuthContext,
  data: Record<string, unknown>,
  client: ClientInfo,
  now: Date,
): Promise<AuthSession> {
  const open = await inTransaction(ctx.pool, async (tx) => {
    const user = await insertUser(
      tx,
      {
        id: randomUUID(),
        email: null,
        passwordHash: null,
        userMetadata: data,
        appMetadata: {},
        isAnonymous: true,
      },
      now,
    )
    if (user === null) throw new Error('an account without an address was in the way of another')
    return openSession(ctx, tx, user, { method: 'anonymous', client }, now)
  })
  return sessionAnswer(ctx, open, now)
}

/** Creates a confirmed account immediately, for modes that trust addresses without a mail. */
export async function signUpConfirmed(
  ctx: AuthContext,
  given: SignUp,
  client: ClientInfo,
  now: Date,
): Promise<AuthSession> {
  const passwordHash = await ctx.passwords.hash(given.password)
  const open = await inTransaction(ctx.pool, async (tx) => {
    const { email } = given
    const made = await insertUser(
      tx,
      { id: randomUUID(), email, passwordHash, userMetadata: {} },
      now,
    )
    const user = made ?? (await lockUserByEmail(tx, email))
    if (user === null) throw new Error('an address was taken and is free again')
    if (user.email_confirmed_at !== null) throw new AuthError('user_already_exists')
    const confirmed = await confirm(tx, user, { ...given, passwordHash }, now)
    return openSession(ctx, tx, confirmed, { method: 'password', client }, now)
  })
  return sessionAnswer(ctx, open, now)
}

async function confirm(
  tx: Tx,
  { id }: UserRow,
  { email, data, passwordHash }: SignUp & { passwordHash: string },
  now: Date,
): Promise<UserRow> {
  const metadata = accountMetadata(data, { id, email, confirmed: true })
  await setEmailAccount(tx, { id, email, metadata, data }, now)
  await deleteTokensOf(tx, id, null)
  return updateUser(
    tx,
    id,
    { password_hash: passwordHash, user_metadata: metadata, email_confirmed_at: now },
    now,
  )
}
