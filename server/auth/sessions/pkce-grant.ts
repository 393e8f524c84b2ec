import type { AuthSession } from '#contract/auth-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { takeAuthCode } from './flow-states.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { openSession, sessionAnswer } from './sessions.ts'
import { lockUser } from '#server/auth/records/user-store.ts'

/** Exchanges an auth code and its verifier for a session; the code is consumed in the same commit. */
export async function exchangeAuthCode(
  ctx: AuthContext,
  given: { code: string; verifier: string; client: ClientInfo },
  now: Date,
): Promise<AuthSession> {
  const open = await inTransaction(ctx.pool, async (tx) => {
    const flow = await takeAuthCode(tx, given, now)
    const user = await lockUser(tx, flow.userId)
    if (user === null) throw new AuthError('flow_state_not_found')
    return openSession(ctx, tx, user, { method: flow.method, client: given.client }, now)
  })
  return sessionAnswer(ctx, open, now)
}
