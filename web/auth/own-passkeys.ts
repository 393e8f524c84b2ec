import { useQuery } from '@tanstack/react-query'
import { authClient } from '#web/api/auth-client.ts'
import { withProof } from '#web/api/proof.ts'
import { useAuth } from '#web/api/session.tsx'
import { failureCode, wantsProof } from './auth-failures.ts'

/** A passkey of the signed-in person's account. */
export interface OwnPasskey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Oldest first; null where the product is reached by a number, which no passkey can be bound to. */
async function ownPasskeys(): Promise<OwnPasskey[] | null> {
  const { data, error } = await (await authClient()).passkey.list()
  if (failureCode(error) === 'passkey_disabled') return null
  if (error) throw error
  return data.map((passkey) => ({
    id: passkey.id,
    name: passkey.friendly_name ?? '',
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at ?? null,
  }))
}

/** Gives a passkey another name. */
export async function namePasskey(id: string, name: string): Promise<void> {
  const { passkey } = await authClient()
  const { error } = await passkey.update({ passkeyId: id, friendlyName: name })
  if (error) throw error
}

/** Removes a passkey, after a fresh proof. */
export async function removePasskey(id: string): Promise<void> {
  const client = await authClient()
  await withProof(async () => {
    const { error } = await client.passkey.delete({ passkeyId: id })
    if (error) throw error
  }, wantsProof)
  // The session here may still say that it was opened by the passkey that is gone.
  await client.refreshSession()
}

/** The id of a passkey that one may be asked for, or null: any of them may then answer. Known to who signed in by half, too. */
export function useAskablePasskey(): string | null {
  const { user } = useAuth()
  const { data } = useQuery(ownPasskeysQuery(user?.id))
  return data?.[0]?.id ?? null
}

/** The passkeys of the signed-in person. */
export const ownPasskeysQuery = (userId: string | undefined) => ({
  queryKey: ['passkeys', userId],
  queryFn: ownPasskeys,
  staleTime: 0,
})

/** Gives a passkey in place of an app's code, or as a fresh proof. Throws what passkeyFailure reads. */
export async function givePasskey(id: string): Promise<void> {
  const { webauthn } = (await authClient()).mfa
  const { error } = await webauthn.authenticate({ factorId: id })
  if (error) throw error
}
