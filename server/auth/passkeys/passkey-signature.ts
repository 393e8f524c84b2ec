import {
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { z } from 'zod'
import type { authBodies } from '#contract/auth-schemas.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { CheckedPasskeyRow } from '#server/auth/records/passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** A new passkey as a browser sends it. */
export type NewCredential = z.output<typeof authBodies.newPasskey>['credential']

/** A signature by a passkey, as a browser sends it. */
export type UsedCredential = z.output<typeof authBodies.usedPasskey>['credential']

/** The key types we accept (COSE): Ed25519, ES256, RS256. Every authenticator can make one of them. */
export const KEY_TYPES = [-8, -7, -257]

/** An account's id as authenticators store it: 16 bytes that reveal nothing about anyone. */
export const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex')

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

/**
 * Returns the key of a new passkey, made for this challenge, on our pages, by someone the authenticator recognised.
 * Throws webauthn_verification_failed for anything else.
 */
export async function readNewPasskey(
  party: RelyingParty,
  credential: NewCredential,
  isChallenge: (signed: string) => boolean,
): Promise<Registered> {
  const { clientDataJSON, attestationObject } = credential.response
  const found = await orFailed(async () => {
    assertUnattested(attestationObject)
    return verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_TYPES,
    })
  })
  if (!found.verified || found.registrationInfo === undefined)
    throw new AuthError('webauthn_verification_failed')
  return found.registrationInfo.credential
}

/**
 * Checks a signature by one of an account's passkeys and returns its new count. Throws webauthn_verification_failed
 * when it is not by this key, for this challenge, on our pages, by someone the authenticator recognised, or when the
 * count did not grow: then there are two copies of a key that should exist once.
 */
export async function checkSignature(
  party: RelyingParty,
  passkey: CheckedPasskeyRow,
  credential: UsedCredential,
  isChallenge: (signed: string) => boolean,
): Promise<number> {
  const { userHandle: handle, ...response } = credential.response
  if (handle !== undefined && !isHandleOf(handle, passkey.user_id))
    throw new AuthError('webauthn_verification_failed')
  const found = await orFailed(() =>
    verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: isoBase64URL.fromBuffer(new Uint8Array(passkey.credential_id)),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    }),
  )
  if (!found.verified) throw new AuthError('webauthn_verification_failed')
  return found.authenticationInfo.newCounter
}

const isHandleOf = (handle: string, userId: string): boolean =>
  Buffer.from(handle, 'base64url').equals(userHandle(userId))

/**
 * We request no attestation, and browsers then send none, or one signed by the key itself. Any other attestation names
 * certificates, and checking those would fetch their revocation lists from addresses that the sender chose.
 */
function assertUnattested(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  const bySelf = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !bySelf) throw new Error(`attested by ${format}`)
}

/** The library throws a plain Error for each of its checks, and its messages quote the input. */
async function orFailed<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (cause) {
    throw new AuthError('webauthn_verification_failed', { cause })
  }
}
