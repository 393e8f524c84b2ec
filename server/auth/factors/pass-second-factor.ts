import type { Tx } from '#server/db/transaction.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { deleteUnverifiedFactors, hasVerifiedFactor } from '#server/auth/records/factor-store.ts'
import {
  deleteUnraisedSessions,
  lockSession,
  raiseSession,
  type SecondFactorMethod,
  type SessionRow,
} from '#server/auth/records/session-store.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'

/**
 * Raises the session to aal2 and, when a factor is in force, ends the account's other sessions below it. Call it with
 * the account locked, once the factor has been checked. Throws session_not_found when the session ended meanwhile.
 */
export async function passSecondFactor(
  tx: Tx,
  { user, session: { id } }: OpenSession,
  method: SecondFactorMethod,
  now: Date,
): Promise<SessionRow> {
  const session = await lockSession(tx, id)
  if (session === null) throw new AuthError('session_not_found')
  const before = session.amr.filter((entry) => entry.method !== method)
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }, ...before]
  const raised = await raiseSession(tx, id, amr, now)
  // A passkey may raise a session of an account that requires no second factor. The other sessions of such an account
  // are complete sign-ins.
  if (await hasVerifiedFactor(tx, user.id)) await deleteUnraisedSessions(tx, user.id)
  await deleteUnverifiedFactors(tx, user.id, null)
  return raised
}
