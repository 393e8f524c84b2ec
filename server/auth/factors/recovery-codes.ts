import { createHash, randomInt } from 'node:crypto'
import type {
  AuthRecoveryCodes,
  AuthRecoveryCodesLeft,
  AuthSession,
} from '#contract/auth-schemas.ts'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { deleteFactor, factorsOf } from '#server/auth/records/factor-store.ts'
import {
  insertRecoveryCodeSet,
  recoveryCodesOf,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '#server/auth/records/recovery-code-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import { accountKey, type AuthContext } from '#server/auth/service/auth-context.ts'
import { queueRecoveryCodeUsedMail } from '#server/auth/service/auth-mails.ts'
import { assertFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import { assertNotBanned, type OpenSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { passSecondFactor } from './pass-second-factor.ts'

/** The 32 letters and digits of Crockford's base32, in lower case: no two of them look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const DEFAULT_NAME = 'Recovery codes'

/**
 * Returns a code in its stored form: case, spaces and dashes do not count, nor does which of o/0 and i/l/1 was read.
 */
function hashOf(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return createHash('sha256').update(`recovery code ${plain}`).digest()
}

function newCodes(): string[] {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length))
  const code = () => Array.from({ length: AUTH_LIMITS.recoveryCodeLength }, letter).join('')
  return Array.from({ length: AUTH_LIMITS.recoveryCodes }, code)
}

/** Returns how many codes are left. Throws mfa_factor_not_found when there never were any. */
export async function recoveryCodesLeft(
  ctx: AuthContext,
  { user }: OpenSession,
): Promise<AuthRecoveryCodesLeft> {
  const set = await recoveryCodesOf(ctx.pool, user.id)
  if (set === null) throw new AuthError('mfa_factor_not_found')
  const { id, total, remaining } = set
  return { id, type: 'recovery_code', total, remaining }
}

/** The person who asks, and the name of a first set. */
interface Asked {
  client: ClientInfo
  friendlyName?: string
}

/**
 * Creates the account's first codes. Throws insufficient_aal below aal2, proof_needed without a fresh proof,
 * mfa_recovery_codes_sole_factor without a factor to stand in for, mfa_verified_factor_exists when there already are
 * some.
 */
export function makeRecoveryCodes(
  ctx: AuthContext,
  own: OpenSession,
  { client, friendlyName = '' }: Asked,
  now: Date,
): Promise<AuthRecoveryCodes> {
  return inOwnAccount(ctx, own, now, async (tx) => {
    const factors = await factorsOf(tx, own.user.id)
    if (factors.some((factor) => factor.factor_type === 'recovery_code'))
      throw new AuthError('mfa_verified_factor_exists')
    if (!factors.some((factor) => factor.status === 'verified'))
      throw new AuthError('mfa_recovery_codes_sole_factor')
    const name = friendlyName === '' ? DEFAULT_NAME : friendlyName
    if (factors.some((factor) => factor.friendly_name === name))
      throw new AuthError('mfa_factor_name_conflict')
    const { id } = await insertRecoveryCodeSet(tx, { userId: own.user.id, friendlyName: name }, now)
    return newSet(tx, own, { id, friendlyName: name, client }, now)
  })
}

/** Replaces all codes, used or not. Throws the same errors, and mfa_factor_not_found when there are none to replace. */
export function remakeRecoveryCodes(
  ctx: AuthContext,
  own: OpenSession,
  { client }: Asked,
  now: Date,
): Promise<AuthRecoveryCodes> {
  return inOwnAccount(ctx, own, now, async (tx) => {
    const set = await recoveryCodesOf(tx, own.user.id)
    if (set === null) throw new AuthError('mfa_factor_not_found')
    return newSet(tx, own, { id: set.id, friendlyName: set.friendly_name, client }, now)
  })
}

/** Removes the codes. Throws the same errors as replacing them. */
export function removeRecoveryCodes(
  ctx: AuthContext,
  own: OpenSession,
  { client }: Asked,
  now: Date,
): Promise<{ id: string }> {
  return inOwnAccount(ctx, own, now, async (tx) => {
    const set = await recoveryCodesOf(tx, own.user.id)
    if (set === null) throw new AuthError('mfa_factor_not_found')
    await deleteFactor(tx, { id: set.id, user_id: own.user.id })
    await logAccountAct(tx, own.user.id, 'recovery_codes_removed', client, now)
    return { id: set.id }
  })
}

/**
 * Passes the second factor with a code that was not used before, and mails the owner. Throws mfa_verification_failed
 * for any other code, mfa_recovery_codes_locked (429) after ten of them in ten minutes.
 */
export async function passByRecoveryCode(
  ctx: AuthContext,
  own: OpenSession,
  { code, client }: { code: string; client: ClientInfo },
  now: Date,
): Promise<AuthSession> {
  // As with an app's codes, no known device is used here: anyone with the password could create as many as they like.
  const account = accountKey(ctx, `recovery codes of ${own.user.id}`)
  const guesser = { account, ip: client.ip, device: null }
  await ctx.limits.attempt('recovery_code', guesser, now)
  const open = await inTransaction(ctx.pool, async (tx): Promise<OpenSession> => {
    const user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    assertNotBanned(user, now, 403)
    if (!(await useRecoveryCode(tx, { userId: user.id, hash: hashOf(code) }, now)))
      throw new AuthError('mfa_verification_failed', {
        message: 'This recovery code is incorrect or was used before.',
      })
    await logAccountAct(tx, user.id, 'recovery_code_used', client, now)
    const left = (await recoveryCodesOf(tx, user.id))?.remaining ?? 0
    if (user.email !== null)
      await queueRecoveryCodeUsedMail(tx, ctx, { to: user.email, client, at: now, left })
    return { user, session: await passSecondFactor(tx, own, 'mfa/recovery_code', now) }
  })
  await ctx.limits.attemptWasRight('recovery_code', guesser)
  return sessionAnswer(ctx, open, now)
}

/** Runs a change of the codes with the account locked, for a session that passed a second factor recently. */
async function inOwnAccount<Result>(
  ctx: AuthContext,
  { user, session }: OpenSession,
  now: Date,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (session.aal === 'aal1') throw new AuthError('insufficient_aal', { status: 403 })
  assertFreshlyProven(ctx.settings, session, now)
  return inTransaction(ctx.pool, async (tx) => {
    if ((await lockUser(tx, user.id)) === null) throw new AuthError('user_not_found')
    return change(tx)
  })
}

async function newSet(
  tx: Tx,
  { user }: OpenSession,
  { id, friendlyName, client }: { id: string; friendlyName: string; client: ClientInfo },
  now: Date,
): Promise<AuthRecoveryCodes> {
  const codes = newCodes()
  await replaceRecoveryCodes(tx, id, codes.map(hashOf), now)
  await logAccountAct(tx, user.id, 'recovery_codes_made', client, now)
  return { id, type: 'recovery_code', friendly_name: friendlyName, total: codes.length, codes }
}
