import type { Factor } from '@supabase/auth-js'
import { authClient } from '#web/api/auth-client.ts'
import { ownAuthCall } from '#web/api/own-auth-call.ts'

/** The authenticator apps whose codes signing in requires. */
export function authenticatorsOf(factors: readonly Factor[] | undefined): readonly Factor[] {
  return (
    factors?.filter(
      (factor) => factor.status === 'verified' && factor.factor_type !== 'recovery_code',
    ) ?? []
  )
}

/** Whether a set of recovery codes exists, used up or not. */
export const hasRecoveryCodes = (factors: readonly Factor[] | undefined): boolean =>
  factors?.some((factor) => factor.factor_type === 'recovery_code') ?? false

/** Submits the authenticator code: the session then gives access to everything. */
export async function giveCode(factorId: string, code: string): Promise<void> {
  const { error } = await (await authClient()).mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Uses a recovery code instead of the app's code. Returns how many are left. */
export async function giveRecoveryCode(code: string): Promise<number> {
  const { recoveryCodes } = (await authClient()).mfa
  const { error } = await recoveryCodes.verify({ code })
  if (error) throw error
  const { data } = await recoveryCodes.getStatus()
  return data?.remaining ?? 0
}

/** Proves the person's identity again, by the password or a mailed code; valid for five minutes. */
export async function proveAgain(proof: { password: string } | { code: string }): Promise<void> {
  await ownAuthCall('/reauthenticate', proof)
}
