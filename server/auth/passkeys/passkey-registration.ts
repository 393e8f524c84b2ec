import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { AuthPasskey, AuthPasskeyOptions } from '#contract/auth-schemas.ts'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { deviceName } from '#contract/device-name.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { insertPasskey, passkeysOf } from '#server/auth/records/passkey-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { queuePasskeyMail } from '#server/auth/service/auth-mails.ts'
import { assertFreshlyProven } from '#server/auth/sessions/fresh-proof.ts'
import type { OpenSession } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { assertMayChange, presentPasskey } from './own-passkeys.ts'
import { issueChallenge, takeChallenge } from './passkey-challenges.ts'
import { KEY_TYPES, type NewCredential, readNewPasskey, userHandle } from './passkey-signature.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * Returns what the browser needs to make a passkey for this account. Throws insufficient_aal below the account's second
 * factor, proof_needed without a fresh proof, too_many_passkeys.
 */
export async function beginRegistration(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { party, client }: { party: RelyingParty; client: ClientInfo },
  now: Date,
): Promise<AuthPasskeyOptions> {
  await assertMayChange(ctx, { user, session })
  // Otherwise someone at an unattended browser could add a passkey of their own, and come back whenever they like.
  assertFreshlyProven(ctx.settings, session, now)
  const known = await passkeysOf(ctx.pool, user.id)
  if (known.length >= AUTH_LIMITS.passkeys) throw new AuthError('too_many_passkeys')
  const name = user.email ?? user.id
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(userHandle(user.id)),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: KEY_TYPES,
    // A device that already has one reports it, instead of keeping two.
    excludeCredentials: known.map(({ credential_id: id }) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const asker = { purpose: 'register', sessionId: session.id, ip: client.ip } as const
  const { id, expiresAt } = await issueChallenge(ctx, asker, options.challenge, now)
  return { challenge_id: id, options: { ...options }, expires_at: expiresAt }
}

/** A new passkey that answers a challenge. */
interface RegistrationAnswer {
  party: RelyingParty
  challengeId: string | undefined
  credential: NewCredential
  client: ClientInfo
}

/**
 * Adds the passkey that the browser made, named after the browser, and mails the owner. Throws what takeChallenge and
 * readNewPasskey throw, webauthn_credential_exists, too_many_passkeys.
 */
export async function finishRegistration(
  ctx: AuthContext,
  { user, session }: OpenSession,
  given: RegistrationAnswer,
  now: Date,
): Promise<AuthPasskey> {
  const { party, credential, client } = given
  const asker = { purpose: 'register', sessionId: session.id, ip: client.ip } as const
  const isChallenge = await takeChallenge(ctx, asker, given.challengeId, now)
  const made = await readNewPasskey(party, credential, isChallenge)
  return inTransaction(ctx.pool, async (tx) => {
    // One person's registrations are serialized, so that the limit holds.
    if ((await lockUser(tx, user.id)) === null) throw new AuthError('user_not_found')
    if ((await passkeysOf(tx, user.id)).length >= AUTH_LIMITS.passkeys)
      throw new AuthError('too_many_passkeys')
    const passkey = await insertPasskey(
      tx,
      {
        userId: user.id,
        credentialId: Buffer.from(made.id, 'base64url'),
        publicKey: Buffer.from(made.publicKey),
        signCount: made.counter,
        transports: credential.response.transports ?? [],
        friendlyName: deviceName(client.userAgent),
      },
      now,
    )
    if (passkey === null) throw new AuthError('webauthn_credential_exists')
    await logAccountAct(tx, user.id, 'passkey_added', client, now)
    if (user.email !== null)
      await queuePasskeyMail(tx, ctx, { to: user.email, client, at: now, what: 'added' })
    return presentPasskey(passkey)
  })
}
