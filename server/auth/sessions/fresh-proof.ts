import type { RouteKey } from '#contract/api.ts'
import { STEP_UP_CALLS } from '#contract/step-up.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { SessionRow } from '#server/auth/records/session-store.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'

type Window = Pick<AuthSettings, 'proofSeconds'>

/** Returns whether the session's owner proved who they are, by any of its methods, within the last five minutes. */
export function isFreshlyProven(
  { proofSeconds }: Window,
  { amr }: Pick<SessionRow, 'amr'>,
  now: Date,
): boolean {
  const since = now.getTime() / 1_000 - proofSeconds
  return amr.some(({ timestamp }) => timestamp > since)
}

/** Refuses what needs a fresh proof to a session without one. Throws proof_needed. */
export function assertFreshlyProven(
  settings: Window,
  session: Pick<SessionRow, 'amr'>,
  now: Date,
): void {
  if (!isFreshlyProven(settings, session, now)) throw new AuthError('proof_needed')
}

/**
 * Refuses a call that requires a fresh proof (STEP_UP_CALLS) for a session without one. Checked before each of those
 * calls; for any other call nothing is read. Throws account.proof_needed.
 */
export async function refuseUnproven(
  db: Queryable,
  settings: Window,
  key: RouteKey,
  { sessionId }: Pick<Viewer, 'sessionId'>,
  now: Date,
): Promise<void> {
  if (!STEP_UP_CALLS.has(key)) return
  const session = await maybeRow<Pick<SessionRow, 'amr'>>(
    db,
    sql`select amr from auth.sessions where id = ${sessionId}`,
  )
  if (session === null || !isFreshlyProven(settings, session, now))
    throw new AppError('account.proof_needed')
}
