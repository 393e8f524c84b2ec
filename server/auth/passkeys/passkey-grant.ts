import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { AuthPasskeyOptions, AuthSession } from '#contract/auth-schemas.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { lockPasskey, notePasskeyUse, ownerOfPasskey } from '#server/auth/records/passkey-store.ts'
import { type ClientInfo, PASSKEY_METHOD } from '#server/auth/records/session-store.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { issueChallenge, takeChallenge } from './passkey-challenges.ts'
import { checkSignature, type UsedCredential } from './passkey-signature.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * What any browser needs to sign in with a passkey. It names no account: the authenticator knows which accounts it has.
 */
export async function beginSignIn(
  ctx: AuthContext,
  party: RelyingParty,
  { ip }: ClientInfo,
  now: Date,
): Promise<AuthPasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
  })
  const asker = { purpose: 'sign_in', sessionId: null, ip } as const
  const { id, expiresAt } = await issueChallenge(ctx, asker, options.challenge, now)
  return { challenge_id: id, options: { ...options }, expires_at: expiresAt }
}

/** A signature that answers a challenge. */
interface PasskeyAnswer {
  party: RelyingParty
  challengeId: string | undefined
  credential: UsedCredential
  client: ClientInfo
}

/**
 * Signs in the owner of the passkey, at aal2. Throws what takeChallenge and checkSignature throw,
 * webauthn_credential_not_found for a passkey that no account has, user_banned.
 */
export async function signInByPasskey(
  ctx: AuthContext,
  given: PasskeyAnswer,
  now: Date,
): Promise<AuthSession> {
  const { party, credential, client } = given
  const asker = { purpose: 'sign_in', sessionId: null, ip: client.ip } as const
  const isChallenge = await takeChallenge(ctx, asker, given.challengeId, now)
  const credentialId = Buffer.from(credential.id, 'base64url')
  const open = await inTransaction(ctx.pool, async (tx) => {
    // Locks people before their passkeys, as every call that removes a passkey does.
    const owner = await ownerOfPasskey(tx, credentialId)
    const user = owner && (await lockUser(tx, owner.user_id))
    const passkey = user && (await lockPasskey(tx, user.id, credentialId))
    if (user === null || passkey === null) throw new AuthError('webauthn_credential_not_found')
    const count = await checkSignature(party, passkey, credential, isChallenge)
    await notePasskeyUse(tx, passkey.id, count, now)
    return openSession(ctx, tx, user, { method: PASSKEY_METHOD, client }, now)
  })
  return sessionAnswer(ctx, open, now)
}
