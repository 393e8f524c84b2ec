import type { AuthSession } from '#contract/auth-schemas.ts'
import { AUTH_SECONDS, authMessages } from '#contract/auth.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { isGenuine, readRefreshToken, type RefreshClaim } from './refresh-token.ts'
import {
  advanceSession,
  deleteSession,
  lockSession,
  type SessionRow,
} from '#server/auth/records/session-store.ts'
import { assertNotBanned, type OpenSession, sessionAnswer } from './sessions.ts'
import { userById } from '#server/auth/records/user-store.ts'

/** PostgreSQL: the lock was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Continues a session. The current token is replaced by the next. The previous one (if its response was lost) and, for
 * a few seconds, older ones (parallel tabs) return the current token again. After that, an older one counts as stolen
 * and ends the session for thief and owner alike. A token from before a second factor returns nothing, even within
 * those seconds: it was issued to someone who had not shown the factor.
 */
export async function refreshSession(
  ctx: AuthContext,
  token: string,
  now: Date,
): Promise<AuthSession> {
  const claim = readRefreshToken(token)
  if (claim === null) {
    // Twelve characters were a token in an older format: well-formed, but not ours.
    if (/^[\w-]{12}$/.test(token)) throw new AuthError('refresh_token_not_found')
    throw invalid(authMessages.refreshTokenMalformed)
  }
  const outcome = await inTransaction(ctx.pool, (tx) => rotate(ctx, tx, claim, now)).catch(
    (error: unknown) => {
      if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE)
        throw new AuthError('conflict', { retryAfter: 1 })
      throw error
    },
  )
  // Thrown out here so that the session's end is committed.
  if (outcome === 'refused') throw new AuthError('refresh_token_already_used')
  return sessionAnswer(ctx, outcome, now)
}

async function rotate(
  ctx: AuthContext,
  tx: Tx,
  claim: RefreshClaim,
  now: Date,
): Promise<OpenSession | 'refused'> {
  await tx.query(`set local lock_timeout = '5s'`)
  const session = await lockSession(tx, claim.sessionId)
  if (session === null) throw new AuthError('session_not_found', { status: 400 })
  if (!isGenuine(ctx.keyring, session.refresh_key, claim))
    throw new AuthError('refresh_token_not_found')
  const user = await userById(tx, session.user_id)
  if (user === null) throw new AuthError('session_not_found', { status: 400 })
  assertNotBanned(user, now, 400)
  if (session.not_after !== null && Date.parse(session.not_after) <= now.getTime()) {
    throw new AuthError('session_expired')
  }

  const age = session.refresh_counter - claim.counter
  if (age < 0) throw new AuthError('refresh_token_not_found')
  if (age === 0)
    return { user, session: await advanceSession(tx, session.id, ctx.keyring.maker, now) }
  const isRecent = wasJustRefreshed(session, now)
  const isRaised = session.raised_counter === null || claim.counter >= session.raised_counter
  if (isRaised && (age === 1 || isRecent)) return { user, session }
  // Within those seconds it may come from a late tab: it is refused, but not treated as a theft, which would sign its
  // owner out.
  if (!isRecent) await deleteSession(tx, session.id)
  return 'refused'
}

function wasJustRefreshed(session: SessionRow, now: Date): boolean {
  return now.getTime() - Date.parse(session.refreshed_at) <= AUTH_SECONDS.refreshReuse * 1_000
}
