import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { AuthPasskeyChallenge, AuthSession } from '#contract/auth-schemas.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { passSecondFactor } from './pass-second-factor.ts'
import { lockPasskey, notePasskeyUse, passkeysOf } from '#server/auth/records/passkey-store.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { assertNotBanned, type OpenSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { issueChallenge, takeChallenge } from '#server/auth/passkeys/passkey-challenges.ts'
import { checkSignature, type UsedCredential } from '#server/auth/passkeys/passkey-signature.ts'
import { relyingParty } from '#server/auth/passkeys/relying-party.ts'

/**
 * Creates a challenge for a signed-in person's passkeys, requested by the id of one of them; any of theirs may answer.
 * Null when the id is not one of their passkeys.
 */
export async function challengePasskeys(
  ctx: AuthContext,
  { user, session }: OpenSession,
  { id: passkeyId, ip }: { id: string; ip: string },
  now: Date,
): Promise<AuthPasskeyChallenge | null> {
  const known = await passkeysOf(ctx.pool, user.id)
  if (!known.some((passkey) => passkey.id === passkeyId)) return null
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.settings).id,
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id: name }) => ({ id: name.toString('base64url') })),
  })
  const asker = { purpose: 'confirm', sessionId: session.id, ip } as const
  const { id, expiresAt } = await issueChallenge(ctx, asker, options.challenge, now)
  // Without a kind from us, the client would ask for a security key.
  const publicKey = { ...options, hints: [] }
  return {
    id,
    type: 'webauthn',
    webauthn: { type: 'request', credential_options: { publicKey } },
    expires_at: expiresAt,
  }
}

/** A passkey's answer to the challenge. */
interface Confirmation {
  challengeId: string
  credential: UsedCredential
  client: ClientInfo
}

/**
 * Accepts a passkey in place of an app's code: raises the session to aal2, and counts as a fresh proof. Throws what
 * takeChallenge and checkSignature throw, webauthn_credential_not_found for a passkey that is not theirs.
 */
export async function passByPasskey(
  ctx: AuthContext,
  own: OpenSession,
  { challengeId, credential, client }: Confirmation,
  now: Date,
): Promise<AuthSession> {
  const party = relyingParty(ctx.settings)
  const asker = { purpose: 'confirm', sessionId: own.session.id, ip: client.ip } as const
  const isChallenge = await takeChallenge(ctx, asker, challengeId, now)
  const open = await inTransaction(ctx.pool, async (tx): Promise<OpenSession> => {
    const user = await lockUser(tx, own.user.id)
    if (user === null) throw new AuthError('user_not_found')
    assertNotBanned(user, now, 403)
    const passkey = await lockPasskey(tx, user.id, Buffer.from(credential.id, 'base64url'))
    if (passkey === null) throw new AuthError('webauthn_credential_not_found')
    const count = await checkSignature(party, passkey, credential, isChallenge)
    await notePasskeyUse(tx, passkey.id, count, now)
    return { user, session: await passSecondFactor(tx, own, 'mfa/webauthn', now) }
  })
  return sessionAnswer(ctx, open, now)
}
