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

/** Oldest first; null if the product's host is an IP address, which no passkey can be bound to. */
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

/** Renames a passkey. */
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
  // The local session may still name the removed passkey as its sign-in method.
  await client.refreshSession()
}

/**
 * The id of a passkey to request, or null: then any of them may respond. Also known between the two steps of a sign-in.
 */
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

/** Uses a passkey instead of an authenticator app's code, or as a fresh proof. Throws what passkeyFailure reads. */
export async function givePasskey(id: string): Promise<void> {
  const { webauthn } = (await authClient()).mfa
  const { error } = await webauthn.authenticate({ factorId: id })
  if (error) throw error
}
