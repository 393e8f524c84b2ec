import type { Tx } from '#server/db/transaction.ts'
import { createProfile } from '#server/profiles/profile-store.ts'
import { profileOf } from '#server/auth/records/metadata.ts'
import { upsertIdentity } from '#server/auth/records/user-store.ts'

/** An account's address, and what its identity says about it (`accountMetadata`). */
interface EmailIdentity {
  id: string
  email: string
  metadata: Record<string, unknown>
}

/** Stores the address as the account's own way to sign in. The identity has the account's id, so there is only one. */
export async function setEmailIdentity(
  tx: Tx,
  { id, email, metadata: data }: EmailIdentity,
  now: Date,
): Promise<void> {
  await upsertIdentity(tx, { userId: id, provider: 'email', providerId: id, email, data }, now)
}

/**
 * Gives an account that is not confirmed yet its sign-in by email, and the profile that the submitted `data` describe.
 * Never call it for a confirmed account (`createProfile`).
 */
export async function setEmailAccount(
  tx: Tx,
  { data, ...identity }: EmailIdentity & { data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const { id, email } = identity
  await setEmailIdentity(tx, identity, now)
  await createProfile(tx, { id, email, ...profileOf(data, email) })
}
