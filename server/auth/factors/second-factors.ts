import { randomUUID } from 'node:crypto'
import { AUTH_LIMITS, AUTH_SECONDS } from '#contract/auth.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import {
  deleteFactor,
  deleteUnverifiedFactors,
  factorsOf,
  insertFactor,
  lockFactor,
} from '#server/auth/records/factor-store.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { type ClientInfo, lowerSessions } from '#server/auth/records/session-store.ts'
import { assertFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { newTotp, type TotpEnrolment } from './totp.ts'
import { lockUser } from '#server/auth/records/user-store.ts'

/** The response to an enrolment: the only time the secret is shown. */
export interface EnrolledFactor {
  id: string
  type: 'totp'
  friendly_name: string
  totp: TotpEnrolment
}

/** Starts enrolling an authenticator app. It becomes active once one of its codes has been verified. */
export async function enrolFactor(
  ctx: AuthContext,
  { user, session }: OpenSession,
  given: { friendlyName: string; issuer: string | undefined },
  now: Date,
): Promise<EnrolledFactor> {
  const { friendlyName } = given
  // Otherwise someone at an unattended browser could add a factor of their own, and use it as proof.
  assertFreshlyProven(ctx.settings, session, now)
  const account = user.email ?? user.id
  const totp = await newTotp(given.issuer ?? ctx.settings.brandName, account)
  const id = randomUUID()
  await inTransaction(ctx.pool, async (tx) => {
    // One person's enrolments are serialized, so that the limit holds.
    if ((await lockUser(tx, user.id)) === null) throw new AuthError('user_not_found')
    const stale = new Date(now.getTime() - AUTH_SECONDS.unverifiedFactor * 1_000)
    await deleteUnverifiedFactors(tx, user.id, stale)
    const factors = await factorsOf(tx, user.id)
    const isProtected = factors.some((factor) => factor.status === 'verified')
    if (isProtected && session.aal === 'aal1') {
      throw new AuthError('insufficient_aal', { status: 403 })
    }
    if (factors.some((factor) => factor.friendly_name === friendlyName))
      throw new AuthError('mfa_factor_name_conflict')
    if (factors.length >= AUTH_LIMITS.factors) throw new AuthError('too_many_enrolled_mfa_factors')
    const sealedSecret = ctx.keyring.seal('second factor', totp.secret)
    await insertFactor(tx, { id, userId: user.id, friendlyName, sealedSecret }, now)
  })
  return { id, type: 'totp', friendly_name: friendlyName, totp }
}

/** Removes a factor; sessions proven with it lose that proof. */
export async function removeFactor(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { factorId, client }: { factorId: string; client: ClientInfo },
  now: Date,
): Promise<{ id: string }> {
  await inTransaction(ctx.pool, async (tx) => {
    await lockUser(tx, user.id)
    const factor = await lockFactor(tx, user.id, factorId)
    if (factor === null) throw new AuthError('mfa_factor_not_found')
    if (factor.status === 'verified' && session.aal === 'aal1') {
      throw new AuthError('insufficient_aal', { status: 422 })
    }
    if (factor.status === 'verified') assertFreshlyProven(ctx.settings, session, now)
    await deleteFactor(tx, factor)
    if (factor.status !== 'verified') return
    await lowerSessions(tx, user.id, 'app')
    await logAccountAct(tx, user.id, 'factor_removed', client, now)
  })
  return { id: factorId }
}

/** A factor's name as it is stored. */
export function factorName(given: string | undefined): string {
  const name = given ?? ''
  if (name.length > AUTH_LIMITS.factorName || /\p{Cc}|\p{Surrogate}/u.test(name))
    throw invalid(`friendly_name: at most ${AUTH_LIMITS.factorName} printable characters`)
  return name
}
