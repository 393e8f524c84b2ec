import { randomBytes } from 'node:crypto'
import type { AuthSession } from '#contract/auth-schemas.ts'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { logSignIn } from '#server/auth/service/new-device.ts'
import { writeRefreshToken } from './refresh-token.ts'
import {
  type ClientInfo,
  insertSession,
  PASSKEY_METHOD,
  type SessionRow,
} from '#server/auth/records/session-store.ts'
import { userAnswer } from '#server/auth/records/user-presenter.ts'
import { updateUser, type UserRow } from '#server/auth/records/user-store.ts'

/** An open session and its account. */
export interface OpenSession {
  user: UserRow
  session: SessionRow
}

/**
 * Opens a session for a person who proved who they are, in the caller's transaction. It ends after `AUTH_SESSION_DAYS`,
 * if set. `isKnownDevice`: whether the browser had signed in to the account before, if that matters (a mailed link or
 * Google proves more). A passkey is two factors: the device, and the finger, face or PIN that unlocks it, so its
 * session is at aal2. Refuses banned accounts.
 */
export async function openSession(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  how: { method: string; client: ClientInfo; isKnownDevice?: boolean },
  now: Date,
): Promise<OpenSession> {
  assertNotBanned(user, now, 403)
  const isKnown = how.isKnownDevice ?? true
  await logSignIn(ctx, tx, user, { client: how.client, isKnown }, now)
  const amr = [{ method: how.method, timestamp: Math.floor(now.getTime() / 1_000) }]
  const aal = how.method === PASSKEY_METHOD ? 'aal2' : 'aal1'
  const { sessionDays } = ctx.settings
  const notAfter = sessionDays === 0 ? null : daysBefore(now, -sessionDays)
  const session = await insertSession(
    tx,
    {
      userId: user.id,
      refreshKey: randomBytes(32),
      keyVersion: ctx.keyring.maker,
      amr,
      aal,
      client: how.client,
      notAfter,
    },
    now,
  )
  return { session, user: await updateUser(tx, user.id, { last_sign_in_at: now }, now) }
}

/** What every grant returns: an access token, the session's current refresh token, the user. */
export async function sessionAnswer(
  ctx: AuthContext,
  open: OpenSession,
  now: Date,
): Promise<AuthSession> {
  const { user, session } = open
  const answer = await userAnswer(ctx.pool, user)
  const { token, expiresAt } = await ctx.accessTokens.sign(user, session, now)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: AUTH_SECONDS.accessToken,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken(ctx.keyring, session, session.refresh_counter),
    user: answer,
  }
}

/** The status differs by endpoint: 400 at the grants, 403 elsewhere. */
export function assertNotBanned(
  user: Pick<UserRow, 'banned_until'>,
  now: Date,
  status: 400 | 403,
): void {
  // Written so that 'infinity', which is not a date in JavaScript, also counts as a ban.
  const isOver = user.banned_until === null || Date.parse(user.banned_until) <= now.getTime()
  if (!isOver) {
    throw new AuthError('user_banned', { status })
  }
}
