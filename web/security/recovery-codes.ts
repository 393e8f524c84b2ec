import { authClient } from '#web/api/auth-client.ts'
import { withProof } from '#web/api/proof.ts'
import { wantsProof } from '#web/auth/auth-failures.ts'

/** The number of codes left; null without a set. */
export async function recoveryCodesLeft(): Promise<number | null> {
  const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus()
  if (error?.code === 'mfa_factor_not_found') return null
  if (error) throw error
  return data.remaining
}

/**
 * Creates a new set that replaces the current one: the only time its codes are shown. Asks for a fresh proof if
 * required.
 */
export async function newRecoveryCodes(replacing: boolean): Promise<string[]> {
  const client = await authClient()
  const { recoveryCodes } = client.mfa
  const codes = await withProof(async () => {
    const { data, error } = await (replacing
      ? recoveryCodes.regenerate()
      : recoveryCodes.generate())
    if (error) throw error
    return data.codes
  }, wantsProof)
  // The current session does not know of the first set yet.
  if (!replacing) await client.refreshSession()
  return codes.map(grouped)
}

/** "abcd-efgh-…": in blocks of four, for copying by hand. */
const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
