import { logAccountAct, wasSignedInElsewhereSince } from '#server/account-log/account-log-store.ts'
import { queueNewDeviceMail } from './auth-mails.ts'
import { issueNotMeLink } from '#server/auth/records/not-me-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import type { UserRow } from '#server/auth/records/user-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { AuthContext } from './auth-context.ts'

/**
 * One mail an hour about new devices, because someone who knows the password must not fill its owner's mailbox. The
 * number is our choice.
 */
const MAIL_EVERY_MS = 3_600_000

/**
 * Logs a sign-in, and mails the owner when the browser had not signed in to this account before. The first sign-in of
 * an account sends no mail. Call it before the account's `last_sign_in_at` is set.
 */
export async function logSignIn(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  { client, isKnown }: { client: ClientInfo; isKnown: boolean },
  now: Date,
): Promise<void> {
  const isNew = !isKnown && user.last_sign_in_at !== null
  if (isNew && user.email !== null) {
    const since = new Date(now.getTime() - MAIL_EVERY_MS)
    if (!(await wasSignedInElsewhereSince(tx, user.id, since)))
      await queueNewDeviceMail(tx, ctx, {
        to: user.email,
        client,
        at: now,
        token: await issueNotMeLink(tx, user.id, now),
      })
  }
  await logAccountAct(tx, user.id, isNew ? 'signed_in_elsewhere' : 'signed_in', client, now)
}
