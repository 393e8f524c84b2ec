import type { AuthSession } from '#contract/auth-schemas.ts'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { accountKey, type AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import {
  acceptStep,
  closeChallenge,
  insertChallenge,
  lockChallenge,
  lockFactor,
} from '#server/auth/records/factor-store.ts'
import { assertNotBanned, type OpenSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { passSecondFactor } from './pass-second-factor.ts'
import { stepOfCode } from './totp.ts'
import { lockUser } from '#server/auth/records/user-store.ts'

/** Starts a challenge for a factor. It can be answered for five minutes, from the same address. */
export async function challengeFactor(
  ctx: AuthContext,
  { user }: OpenSession,
  given: { factorId: string; ip: string },
  now: Date,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  const { factorId, ip } = given
  const expiresAt = new Date(now.getTime() + AUTH_SECONDS.challenge * 1_000)
  const id = await inTransaction(ctx.pool, async (tx) => {
    const factor = await lockFactor(tx, user.id, factorId)
    if (factor?.factor_type !== 'totp') throw new AuthError('mfa_factor_not_found')
    return insertChallenge(tx, { factorId, ip, expiresAt }, now)
  })
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1_000) }
}

/** An answer to a challenge. */
export interface FactorAnswer {
  factorId: string
  challengeId: string
  code: string
  client: ClientInfo
}

/** Checks a code. A valid one raises the session to aal2 and ends the account's other sessions below it. */
export async function verifyFactor(
  ctx: AuthContext,
  own: OpenSession,
  answer: FactorAnswer,
  now: Date,
): Promise<AuthSession> {
  // No known device is used here: anyone with the password could create as many as they like by signing in.
  const account = accountKey(ctx, `factors of ${own.user.id}`)
  const guesser = { account, ip: answer.client.ip, device: null }
  await ctx.limits.attempt('factor', guesser, now)
  const open = await inTransaction(ctx.pool, async (tx): Promise<OpenSession> => {
    const user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    assertNotBanned(user, now, 403)
    await checkAnswer(ctx, tx, user.id, answer, now)
    return { user, session: await passSecondFactor(tx, own, 'totp', now) }
  })
  await ctx.limits.attemptWasRight('factor', guesser)
  return sessionAnswer(ctx, open, now)
}

/** Throws unless the code is right, its time step new and the challenge alive; then consumes both. */
async function checkAnswer(
  ctx: AuthContext,
  tx: Tx,
  userId: string,
  { factorId, challengeId, code, client }: FactorAnswer,
  now: Date,
): Promise<void> {
  const factor = await lockFactor(tx, userId, factorId)
  if (factor === null || factor.sealed_secret === null) throw new AuthError('mfa_factor_not_found')
  const challenge = await lockChallenge(tx, factorId, challengeId)
  if (challenge === null) throw new AuthError('mfa_factor_not_found', { status: 422 })
  if (challenge.verified_at !== null || challenge.ip !== client.ip)
    throw new AuthError('mfa_ip_address_mismatch')
  if (Date.parse(challenge.expires_at) <= now.getTime())
    throw new AuthError('mfa_challenge_expired')
  const secret = ctx.keyring.open('second factor', factor.sealed_secret)
  if (secret === null) throw new Error(`the secret of factor ${factorId} cannot be opened`)
  const step = stepOfCode(secret, code, now)
  if (step === null || step <= factor.last_step) throw new AuthError('mfa_verification_failed')
  if (factor.status !== 'verified') await logAccountAct(tx, userId, 'factor_added', client, now)
  await acceptStep(tx, factorId, step, now)
  await closeChallenge(tx, challengeId, now)
}
