import { randomUUID } from 'node:crypto'
import { AUTH_LIMITS } from '#contract/auth.ts'
import type { Tx } from '#server/db/transaction.ts'
import { createProfile } from '#server/profiles/profile-store.ts'
import type { GooglePerson } from '#server/providers/google/google-provider.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { emailAddress } from '#server/auth/settings/email-address.ts'
import { metadataBytes, profileOf, storableText } from '#server/auth/records/metadata.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import {
  deleteIdentitiesOf,
  insertUser,
  lockUser,
  lockUserByEmail,
  updateUser,
  type UserRow,
  upsertIdentity,
  userIdOfIdentity,
} from '#server/auth/records/user-store.ts'

/**
 * Returns the account of a person Google vouches for: the one linked to this Google account; otherwise the one with the
 * same address, if Google verified it, which is then linked; otherwise a new, confirmed one, if sign-up is open.
 */
export async function accountForGoogle(
  tx: Tx,
  person: GooglePerson,
  { signups }: { signups: boolean },
  now: Date,
): Promise<UserRow> {
  const email = emailAddress(person.email)
  const data = identityData(person, email)
  const linked = await lockLinked(tx, person)
  if (linked !== null) {
    await upsertIdentity(
      tx,
      { userId: linked.id, provider: 'google', providerId: person.sub, email, data },
      now,
    )
    return linked
  }
  if (!person.emailVerified) throw new AuthError('provider_email_needs_verification')
  const known = await lockUserByEmail(tx, email)
  if (known === null && !signups) throw new AuthError('signup_disabled')
  const account =
    known ?? (await newAccount(tx, email, data, now)) ?? (await lockUserByEmail(tx, email))
  if (account === null) throw new Error('an address was taken and is free again')
  const confirmed =
    account.email_confirmed_at === null ? await takeOver(tx, account, email, data, now) : account
  const stored = await upsertIdentity(
    tx,
    { userId: account.id, provider: 'google', providerId: person.sub, email, data },
    now,
  )
  if (!stored) throw new AuthError('identity_already_exists')
  return link(tx, confirmed, now)
}

/** Returns the account that is linked to this Google account, locked; null if it was unlinked before the lock was held. */
async function lockLinked(tx: Tx, { sub }: GooglePerson): Promise<UserRow | null> {
  const linkedTo = await userIdOfIdentity(tx, 'google', sub)
  const linked = linkedTo === null ? null : await lockUser(tx, linkedTo)
  return (await userIdOfIdentity(tx, 'google', sub)) === linked?.id ? linked : null
}

/** Links a Google account to an account that asked for it. */
export async function linkGoogle(
  tx: Tx,
  userId: string,
  person: GooglePerson,
  now: Date,
): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (user === null) throw new AuthError('user_not_found')
  const linkedTo = await userIdOfIdentity(tx, 'google', person.sub)
  if (linkedTo !== null && linkedTo !== userId) throw new AuthError('identity_already_exists')
  const email = emailAddress(person.email)
  const data = identityData(person, email)
  const identity = { userId, provider: 'google', providerId: person.sub, email, data }
  // Another account may have linked it since.
  if (!(await upsertIdentity(tx, identity, now))) throw new AuthError('identity_already_exists')
  return link(tx, user, now)
}

/** Maximum characters of a name from Google: with any characters, the name fits into an access token twice. */
const NAME = 100

function identityData(person: GooglePerson, email: string): Record<string, unknown> {
  const data: Record<string, unknown> = {
    sub: person.sub,
    email,
    email_verified: person.emailVerified,
    phone_verified: false,
  }
  const name = storableText(person.name ?? '', NAME)
  if (name !== '') Object.assign(data, { name, full_name: name })
  const pictured = { ...data, avatar_url: person.picture, picture: person.picture }
  // A picture is stored if its address fits. No one is refused for lack of a picture.
  const hasRoom = metadataBytes(pictured) <= AUTH_LIMITS.storedMetadataBytes
  return person.picture !== null && hasRoom ? pictured : data
}

async function newAccount(
  tx: Tx,
  email: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<UserRow | null> {
  const appMetadata = { provider: 'google', providers: ['google'] }
  const user = await insertUser(
    tx,
    {
      id: randomUUID(),
      email,
      passwordHash: null,
      userMetadata: data,
      appMetadata,
      emailConfirmedAt: now,
    },
    now,
  )
  if (user !== null)
    await createProfile(tx, { id: user.id, email, ...profileOf(data, email), role_chosen: false })
  return user
}

/** An unconfirmed account may be a trap set for this person: everything but the address is discarded. */
async function takeOver(
  tx: Tx,
  user: UserRow,
  email: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<UserRow> {
  await deleteIdentitiesOf(tx, user.id)
  await deleteTokensOf(tx, user.id, null)
  await createProfile(tx, { id: user.id, email, ...profileOf(data, email), role_chosen: false })
  return updateUser(
    tx,
    user.id,
    {
      password_hash: null,
      email_confirmed_at: now,
      user_metadata: data,
      app_metadata: { provider: 'google', providers: ['google'] },
    },
    now,
  )
}

async function link(tx: Tx, user: UserRow, now: Date): Promise<UserRow> {
  const known = Array.isArray(user.app_metadata['providers'])
    ? (user.app_metadata['providers'] as unknown[])
    : []
  if (known.includes('google')) return user
  return updateUser(
    tx,
    user.id,
    { app_metadata: { ...user.app_metadata, providers: [...known, 'google'] } },
    now,
  )
}
